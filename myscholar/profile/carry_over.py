"""What becomes of a profile's inferences when its papers change: what still holds stays, and what
the researcher did with them stays too.

An inference that the papers give again takes its new counts and keeps its id. One that they do not
give again stays as long as quotes of its papers stand behind it. A new one comes in where an added
paper is behind it, or in the place of one that is gone. Source: this project's own.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import partial

from myscholar.domain.flags import ErrorType, Flag, Severity
from myscholar.domain.papers import Paper, PaperId, Passage, PassageId
from myscholar.domain.profile import (
    Edit,
    Inference,
    InferenceId,
    InferenceKind,
    PapersChange,
    PaperSupport,
    Profile,
    ProfileAspect,
)
from myscholar.errors import NoText
from myscholar.profile.assembly import cited_passages, paper_notes, profile_paper
from myscholar.profile.drafts import title_passage
from myscholar.profile.reading import ReadPaper, read_papers, with_titles
from myscholar.profile.repeats import says_the_same
from myscholar.profile.scope import in_scope, is_in_scope
from myscholar.profile.wording import PaperSet


def carry_over(
    base: Profile, anew: Sequence[Inference], read: Sequence[ReadPaper], *, n_unread: int = 0
) -> tuple[Inference, ...]:
    """The base's inferences as they stand after the change, each under its id, then the new ones.
    `anew` is what the papers give now; `read` are all that can be quoted."""
    passages = {p.passage_id: p for r in read for p in (title_passage(r.paper), *r.paper.passages)}
    shelf = PaperSet(tuple(read), n_unread=n_unread)
    deleted = gone_from(base, by_papers=False)
    said = {(i.aspect, i.text) for i in base.inferences}
    left = [
        i
        for i in anew
        if (i.aspect, i.text) in said or not any(_is_again(i, was) for was in deleted)
    ]
    stay = list[Inference]()
    for inference in base.inferences:
        inferred = _as_inferred(base, inference)
        # what is given word for word is that very one
        free = [i for i in left if i.text == inference.text or (i.aspect, i.text) not in said]
        again = _again(inference, free) or (inferred and _again(inferred, free))
        if again:
            left.remove(again)
            stay.append(_taken_again(inference, again))
        elif held := _held(inference, passages, shelf):
            stay.append(held)
    return (*stay, *_new(base, anew, stay, left))


def drop_papers(base: Profile, papers: Sequence[Paper], *, now: str) -> Profile:
    """The base with only these of its papers. Nothing is inferred: an inference that loses some of
    its papers says so in a doubt, one that loses all of them is gone. Raises NoText."""
    read = read_papers(papers)
    if not read:
        raise NoText(len(papers))
    titled = with_titles(papers, read)
    inferences = carry_over(base, (), titled)
    facts = {
        "created_at": now,
        "papers": tuple(profile_paper(p, n) for n, p in enumerate(papers, start=1)),
        "inferences": inferences,
        "passages": cited_passages(inferences, titled),
        "measures": (),
        "n_withheld": 0,
        "notes": paper_notes(papers, read),
    }
    return base.model_copy(update=facts)


def with_history(base: Profile, made: Profile, *, source_run: str) -> Profile:
    """What was made of the base's changed papers, in the base's place: its id, name and history,
    and what came, changed and went by the papers."""
    at, number = made.created_at, len(base.papers_changes)
    now, before = ({i.inference_id: i for i in p.inferences} for p in (made, base))
    edits = [
        Edit(at=at, before=was, after=now.get(i), papers_change=number)
        for i, was in before.items()
        if i not in now or _seal(now[i]) != _seal(was)
    ]
    edits += [
        Edit(at=at, before=None, after=i, papers_change=number)
        for i in made.inferences
        if i.inference_id not in before
    ]
    there, earlier = ({p.paper_id: p.title for p in q.papers} for q in (made, base))
    change = PapersChange(
        at=at,
        added=tuple(title for i, title in there.items() if i not in earlier),
        removed=tuple(title for i, title in earlier.items() if i not in there),
        n_before=len(earlier),
        n_after=len(there),
        n_kept=sum(i in now and _seal(now[i]) == _seal(was) for i, was in before.items()),
    )
    cited = {p.passage_id for p in made.passages}
    once = (p for p in base.passages if p.paper_id in there and p.passage_id not in cited)
    facts = {
        "profile_id": base.profile_id,
        "passages": (*made.passages, *once),
        "name": base.name,
        "edits": (*base.edits, *edits),
        "papers_changes": (*base.papers_changes, change),
        "source_run": source_run,
    }
    return made.model_copy(update=facts)


def _taken_again(inference: Inference, again: Inference) -> Inference:
    if inference.origin == "user":
        return inference.model_copy(update={"supports": again.supports})
    kept = {"inference_id": inference.inference_id, "enabled": inference.enabled}
    return again.model_copy(update=kept)


def _held(
    inference: Inference,
    passages: Mapping[PassageId, Passage],
    shelf: PaperSet,
) -> Inference | None:
    """What was not given again, as far as it stands."""
    supports = tuple(s for s in map(partial(standing, passages), inference.supports) if s)
    if inference.origin == "user":
        return inference.model_copy(update={"supports": supports})
    n, n_left = len(inference.supports), len(supports)
    by_rules = inference.kind is not None
    if not supports or inference.kind is InferenceKind.MEASURE or (by_rules and n_left < n):
        return None  # rules give it again where it holds without them
    ids = {s.paper_id for s in supports}
    subject = shelf.some([p for p in shelf.papers if p.paper.paper_id in ids])
    text = in_scope(inference.text, subject)
    if n_left < n and not is_in_scope(text, subject):
        return None  # said of "your papers", and no rule says it of those that are left
    lost = (_lost(n, n_left),) if n_left < n else ()
    basis = "" if any(c.isdigit() for c in inference.basis) else inference.basis
    facts = {"text": text, "supports": supports, "basis": basis}
    return inference.model_copy(update={**facts, "flags": (*inference.flags, *lost)})


def standing(passages: Mapping[PassageId, Passage], support: PaperSupport) -> PaperSupport | None:
    """With the quotes that its paper still holds word for word."""
    evidence = tuple(
        e for e in support.evidence if (p := passages.get(e.passage_id)) and e.is_of(p)
    )
    return support.model_copy(update={"evidence": evidence}) if evidence else None


def _lost(n: int, n_left: int) -> Flag:
    reason = (
        f"It was inferred from {n} papers; {n_left} of them {'is' if n_left == 1 else 'are'} left."
    )
    return Flag(error_type=ErrorType.OVERCLAIM, severity=Severity.HINT, reason=reason)


def _new(
    base: Profile, anew: Sequence[Inference], stay: Sequence[Inference], left: Sequence[Inference]
) -> tuple[Inference, ...]:
    """Those that an added paper is behind; others only as many as the aspect has room for. What
    went with a paper that is back comes back as it was: on or off, and with what was said of it."""
    known = {p.paper_id for p in base.papers}
    room = Counter(i.aspect for i in anew) - Counter(i.aspect for i in stay)
    last, gone = _last_numbers(base), gone_from(base, by_papers=True)
    new = list[Inference]()
    for inference in sorted(left, key=lambda i: _is_of_old(i, known)):
        if _is_of_old(inference, known) and room[inference.aspect] <= 0:
            continue
        room[inference.aspect] -= 1
        if back := _again(inference, gone):
            gone.remove(back)
            new.append(_taken_again(back, inference))
            continue
        last[inference.aspect] += 1
        new_id = InferenceId(f"{inference.aspect.value}-{last[inference.aspect]}")
        new.append(inference.model_copy(update={"inference_id": new_id}))
    return tuple(new)


def _is_of_old(inference: Inference, known: Collection[PaperId]) -> bool:
    """Whether only papers that were there before are behind it."""
    return all(s.paper_id in known for s in inference.supports)


def _last_numbers(base: Profile) -> Counter[ProfileAspect]:
    """Of the ids so far, also of what is gone: what was said of one is never said of another."""
    last = Counter[ProfileAspect]()
    for inference in (*base.inferences, *_versions(base)):
        number = inference.inference_id.rpartition("-")[2]
        if number.isdecimal():
            last[inference.aspect] = max(last[inference.aspect], int(number))
    return last


def _versions(base: Profile) -> Iterator[Inference]:
    return (i for edit in base.edits for i in (edit.before, edit.after) if i)


def _as_inferred(base: Profile, inference: Inference) -> Inference | None:
    """As it was before the user worded it; None for what the user added."""
    if inference.origin != "user":
        return inference
    earlier = [i for i in _versions(base) if i.inference_id == inference.inference_id]
    return next((i for i in reversed(earlier) if i.origin != "user"), None)


def gone_from(base: Profile, *, by_papers: bool) -> list[Inference]:
    """What went with its papers, or what the user deleted and does not want to see again."""
    there = {i.inference_id for i in base.inferences}
    gone = [
        e
        for e in base.edits
        if e.before and e.after is None and (e.papers_change is None) is not by_papers
    ]
    told = (_as_inferred(base, e.before) for e in reversed(gone) if e.before)
    return list({i.inference_id: i for i in told if i and i.inference_id not in there}.values())


def _again(inference: Inference, anew: Sequence[Inference]) -> Inference | None:
    """The one that says it again, in the same words if there is one."""
    found = [i for i in anew if _is_again(i, inference)]
    return next((i for i in found if i.text == inference.text), found[0] if found else None)


def _is_again(one: Inference, other: Inference) -> bool:
    """One statement with other counts: of the same kind, and in the same words or of some of the
    same papers."""
    if (one.aspect, one.kind, one.measure) != (other.aspect, other.kind, other.measure):
        return False
    if one.text == other.text:
        return True
    if not {s.paper_id for s in one.supports} & {s.paper_id for s in other.supports}:
        return False
    if one.kind is InferenceKind.MEASURE:
        return True
    about = _about(one)
    return (bool(about) and about == _about(other)) or says_the_same(one, other)


def _about(inference: Inference) -> str:
    """What several papers share, where rules found it: its quotes change with the papers."""
    if inference.kind not in (InferenceKind.TOPIC, InferenceKind.PRACTICE):
        return ""
    return inference.terms[0] if len(inference.supports) > 1 and inference.terms else ""


def _seal(inference: Inference) -> tuple[str, frozenset[PaperId]]:
    """What a reader sees of it: its words, and which papers are behind it."""
    return inference.text, frozenset(s.paper_id for s in inference.supports)
