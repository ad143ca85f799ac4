"""Actions that suit this reader, each resting on an inference: concrete where the inference is near the question, broad where it is far.

Source: MySQA §2.2, D.3 (personalization and action instructions), Table 9 (NARROW, OFFTOPIC, EXPERT); wild cards: §5, Lesson 1.
"""

from collections.abc import Iterator
from dataclasses import replace

from myscholar.actions.candidates import Candidate
from myscholar.actions.generic import CITED
from myscholar.actions.reader import Closeness, Reader, Related
from myscholar.actions.subject import Subject
from myscholar.actions.wording import joined
from myscholar.domain.actions import Category, Directive, Stage, Verb
from myscholar.domain.evidence import SearchFilters
from myscholar.domain.profile import InferenceId, ProfileAspect
from myscholar.text.terms import content_stems

BACKGROUND = ("background", "survey", "definition", "history")
"""What a background section is made of: hardly any sentence says "background"."""
_ADD, _REFINE, _ORGANIZE, _WRITE = Stage.SEARCH_ADD, Stage.SEARCH_REFINE, Stage.ORGANIZATION, Stage.GENERATION
_CONTENT, _STYLE, _SPECIFICITY, _IDEAS = Category.CONTENT, Category.STYLE, Category.SPECIFICITY, Category.RESEARCH_IDEAS
_HABITS = {
    "number": (_WRITE, Verb.NUMBERS, "Back {t} with numbers, as your papers do", "prefer sentences with measured results on {t}", "compare numbers, as your own papers do"),
    "list": (_WRITE, Verb.LIST, "Bullet points, in the manner of your papers", "use bullet points for the findings on {t}", "scan them the way your own papers enumerate"),
    "short": (_ORGANIZE, Verb.BRIEF, "Keep the report short, as your papers are", "keep the report on {t} short, with fewer sections", "read it quickly, as your own writing is concise"),
    "opposit": (_WRITE, Verb.LIMITATIONS, "Show {t} with limitations, as your papers do", "point out the limitations that papers on {t} admit", "weigh both sides, as your own papers do"),
}  # fmt: skip
"""Stems in an inference on how the reader writes -> how they may like to read."""


def personalized_candidates(q: Subject, reader: Reader) -> Iterator[Candidate]:
    """All that could be proposed to this reader, with what each is worth."""
    yield from _from_knowledge(q, reader)
    yield from _from_practices(q, reader)
    yield from _from_positions(q, reader)
    yield from _from_audience(q, reader)
    yield from _from_writing(q, reader)
    yield from _for_what_they_know(q, reader)
    yield from _for_what_they_do_not(q, reader)
    yield from _for_any(q, reader)
    yield from _wild_cards(q, reader)


def _rests_on(candidate: Candidate, r: Related | None, *, wild_card: bool = False) -> Candidate:
    return replace(candidate, inference_id=InferenceId(r.inference.inference_id) if r else None, wild_card=wild_card)


def _near(related: tuple[Related, ...]) -> list[Related]:
    return [r for r in related if r.closeness > Closeness.FAR]


def _from_knowledge(q: Subject, reader: Reader) -> Iterator[Candidate]:
    """Near topics become searches, sections and studies of their own; far ones none."""
    for rank, r in enumerate(_near(reader.of(ProfileAspect.KNOWLEDGE))[:4]):
        k, gain = r.term, 0.1 * r.closeness - 0.08 * rank
        yield _rests_on(q.propose(
            _WRITE, _IDEAS, Directive(verb=Verb.CONNECT, terms=(k,)), f"Relate {k} to your own papers", f"connect the findings to your papers on {k}",
            "see what you can reuse, cite or contest", 1.0 + gain, default=0.7 + gain,
        ), r)  # fmt: skip
        if not r.says_more:
            continue
        yield _rests_on(q.propose(
            _ADD, _CONTENT, Directive(verb=Verb.SEARCH, terms=(k, q.first)), f"Look into {k} in work on {{t}}", f"look for papers on {k} within work on {{t}}",
            "reach the side of the topic that your papers know", 0.85 + gain, default=0.4,
        ), r)  # fmt: skip
        yield _rests_on(q.propose(
            _REFINE, _SPECIFICITY, Directive(verb=Verb.FOCUS, terms=(k,)), f"Put {k} first", f"put passages on {k} first, without leaving the others out",
            "meet the part closest to your papers early", 0.75 + gain,
        ), r)  # fmt: skip
        yield _rests_on(q.propose(
            _ORGANIZE, _IDEAS, Directive(verb=Verb.NEXT_STEPS, terms=(q.first, k)), f"Where {q.named} meets {k}, end with open questions",
            f"end with open questions where {q.named} meets {k}, as the cited papers state them", "find a next study close to your own", 0.95 + gain, default=0.45,
        ), r)  # fmt: skip
        if r.closeness is Closeness.NEAR:
            yield _rests_on(q.propose(
                _ORGANIZE, _CONTENT, Directive(verb=Verb.ADD_SECTION, terms=(k,)), f"Give {k} a section", f"add a section on {k}",
                "see how it bears on {t}, since your papers work on it", 0.8 + gain,
            ), r)  # fmt: skip


def _from_practices(q: Subject, reader: Reader) -> Iterator[Candidate]:
    """Ways of doing research that the papers found show as well, or that the reader has in two papers: they travel further than a topic."""
    asked = set(content_stems(q.analysis.text))
    leading = [r for r in reader.of(ProfileAspect.RESEARCH_STYLE) if r.term.casefold() == r.inference.terms[0].casefold()]
    shown = [r for r in leading if not set(content_stems(r.term)) <= asked and (r.n_papers or reader.closeness > Closeness.FAR)]
    for rank, r in enumerate(sorted(shown, key=lambda r: -r.n_papers)[:2]):
        m = r.term
        worth = 0.65 + 0.1 * reader.closeness - 0.1 * rank + 0.1 * (r.n_papers > 1)
        yield _rests_on(q.propose(
            _ADD, _CONTENT, Directive(verb=Verb.SEARCH, terms=(m, q.first)), f"Look into {m} in work on {{t}}", f"look for {m} in work on {{t}}",
            "find studies done the way yours are", worth, default=0.35,
        ), r)  # fmt: skip
        yield _rests_on(q.propose(
            _REFINE, _SPECIFICITY, Directive(verb=Verb.FOCUS, terms=(m, q.first)), f"Put {m} first", f"put papers with {m} first among those on {{t}}",
            "read first the kind of evidence that your own papers give", worth,
        ), r)  # fmt: skip
        yield _rests_on(q.propose(
            _ORGANIZE, _IDEAS, Directive(verb=Verb.NEXT_STEPS, terms=(q.first, m)), f"With {m} in mind, end with open questions",
            f"end with open questions on {{t}} that {m} could answer", "plan a study with methods you already use", worth + 0.05, default=0.4,
        ), r)  # fmt: skip


def _from_positions(q: Subject, reader: Reader) -> Iterator[Candidate]:
    for r in _near(reader.of(ProfileAspect.POSITIONS))[:2]:
        yield _rests_on(q.propose(
            _WRITE, _IDEAS, Directive(verb=Verb.CONNECT, terms=(r.term,)), f"Relate {r.term} to what your papers say of it",
            f"relate the findings to what your papers say of {r.term}", "see where the evidence supports you and where not", 0.9 + 0.1 * r.closeness, default=0.6,
        ), r)  # fmt: skip
        yield _rests_on(q.propose(
            _ADD, _CONTENT, Directive(verb=Verb.SEARCH, terms=(r.term, "contradicting results")), f"Look for results against yours on {r.term}",
            f"look for results that contradict what your papers say of {r.term}", "test your position before a reviewer does", 0.85,
        ), r, wild_card=True)  # fmt: skip


def _from_audience(q: Subject, reader: Reader) -> Iterator[Candidate]:
    leading = [r for r in reader.of(ProfileAspect.AUDIENCE) if r.term == r.inference.terms[0]]
    for rank, r in enumerate([r for r in leading if r.term.islower() and r.term.endswith("s") and " " not in r.term][:2]):
        yield _rests_on(q.propose(
            _ORGANIZE, _IDEAS, Directive(verb=Verb.ADD_SECTION, terms=("implications", r.term)), f"Give implications for {r.term} a section",
            f"add a section on implications of {{t}} for {r.term}", "write for the readers that your papers address", 0.75 + 0.08 * reader.closeness - 0.1 * rank,
        ), r)  # fmt: skip


def _from_writing(q: Subject, reader: Reader) -> Iterator[Candidate]:
    """How the reader writes says how they may like to read; the wording only leans on it."""
    for r in reader.of(ProfileAspect.WRITING_STYLE):
        for stem in set(content_stems(r.term)) & set(_HABITS):
            stage, verb, tldr, action, use = _HABITS[stem]
            terms = (q.first,) if verb in (Verb.NUMBERS, Verb.LIMITATIONS) else ()
            yield _rests_on(
                q.propose(stage, _STYLE, Directive(verb=verb, terms=terms), tldr, action, use, 0.75, saves_time=not terms), r
            )


def _for_what_they_know(q: Subject, reader: Reader) -> Iterator[Candidate]:
    """Time savers."""
    if not reader.known:
        return
    known, first, r = joined(reader.known), reader.known[0], _nearest(reader)
    yield _rests_on(q.propose(
        _WRITE, _CONTENT, Directive(verb=Verb.SKIP_DEFINITIONS, terms=reader.known), f"Skip definitions of {known}", f"skip definitions of {known}",
        "save reading time, since your papers already use the terms", 1.1, default=0.8, saves_time=True,
    ), r)  # fmt: skip
    yield _rests_on(q.propose(
        _ADD, _CONTENT, Directive(verb=Verb.SEARCH, terms=("replication", first)), f"Look for replications of work on {first}",
        f"look for papers that revisit or replicate known results on {first}", "learn what has changed in a topic you know", 0.6,
    ), r)  # fmt: skip
    if reader.is_expert:
        yield _rests_on(q.propose(
            _ORGANIZE, _SPECIFICITY, Directive(verb=Verb.SKIP_SECTION, terms=("background", first)), f"Skip background on {first}",
            f"skip the background section on {first}", "get to what is new for you", 0.95, default=0.45, saves_time=True,
        ), r)  # fmt: skip


def _for_what_they_do_not(q: Subject, reader: Reader) -> Iterator[Candidate]:
    """Help in a field that is new to the reader: the topic of the question leads, never the profile's."""
    if not reader.unknown:
        return
    new, first, r = joined(reader.unknown), reader.unknown[0], _nearest(reader)
    yield q.propose(
        _WRITE, _CONTENT, Directive(verb=Verb.DEFINE, terms=reader.unknown), f"Define {new} on first mention", f"define {new} on first mention",
        "read on easily, since your papers hardly mention it", 0.85 if not reader.known else 0.45, default=0.6 if not reader.known else 0.4,
    )  # fmt: skip
    if reader.known or reader.closeness is Closeness.NEAR:
        return
    yield q.propose(
        _ORGANIZE, _CONTENT, Directive(verb=Verb.ADD_SECTION, terms=(*BACKGROUND, first)), f"Give the background of {first} a section",
        f"add a short background section on {first}, from surveys, definitions and its history", "get into a topic that your papers don't treat", 0.85, default=0.5,
    )  # fmt: skip
    yield q.propose(
        _REFINE, _SPECIFICITY, Directive(verb=Verb.FOCUS, terms=("overview", first)), f"Put overviews of {first} first", f"put overviews of {first} first and narrow studies later",
        "get your bearings in a field new to you", 0.75,
    )  # fmt: skip
    yield _rests_on(q.propose(
        _ORGANIZE, _IDEAS, Directive(verb=Verb.NEXT_STEPS, terms=(q.first,)), "On {t}, end with open questions for newcomers",
        "end with open questions on {t}, as the cited papers state them", "spot where your own methods could carry over", 0.8,
    ), r)  # fmt: skip


def _for_any(q: Subject, reader: Reader) -> Iterator[Candidate]:
    r = _nearest(reader)
    yield q.propose(
        _REFINE, _SPECIFICITY, Directive(verb=Verb.LIMIT, filters=SearchFilters(min_citations=CITED)), f"Only work cited at least {CITED} times",
        f"keep to papers with at least {CITED} citations", "start from established work" + (" in a field new to you" if reader.unknown else ""), 0.6 if reader.unknown else 0.4, saves_time=True,
    )  # fmt: skip
    for stage, category, directive, tldr, action, use, worth, default in (
        (_WRITE, _IDEAS, Directive(verb=Verb.CONNECT), "Connect {t} to your own papers", "connect the findings on {t} to your own papers where they touch", "see what matters for your work", 0.7, 0.45),
        (_WRITE, _STYLE, Directive(verb=Verb.NUMBERS, terms=(q.first,)), "Back {t} with numbers", "prefer sentences with measured results on {t}", "compare them with results of your own", 0.5, 0.0),
        (_REFINE, _IDEAS, Directive(verb=Verb.FOCUS, terms=("methods in detail", q.first)), "Put methods for {t} in detail first", "put papers first that describe methods for {t} in detail", "adapt them in your own research", 0.6, 0.0),
        (_ADD, _IDEAS, Directive(verb=Verb.SEARCH, terms=(q.first, "other fields", "transfer")), "Look for methods for {t} from other fields", "look for papers that bring methods from other fields to {t}", "judge whether yours could be next", 0.55, 0.0),
        (_ORGANIZE, _IDEAS, Directive(verb=Verb.ADD_SECTION, terms=("methods to reuse", q.first)), "Give methods to reuse a section", "add a section on methods to reuse from work on {t}", "carry them over to your own studies", 0.6, 0.0),
        (_ORGANIZE, _STYLE, Directive(verb=Verb.BRIEF), "Keep the report short", "keep the report on {t} short, with fewer sections", "see quickly whether it matters for your own work", 0.5, 0.0),
    ):  # fmt: skip
        yield _rests_on(
            q.propose(
                stage, category, directive, tldr, action, use, worth, default=default, saves_time=directive.verb is Verb.BRIEF
            ),
            r,
        )


def _wild_cards(q: Subject, reader: Reader) -> Iterator[Candidate]:
    """A view that the profile does not have: sides of the literature that the reader's papers never name, else critical papers."""
    strange = [s for s in q.literature.sides if reader.vocabulary.isdisjoint(content_stems(s))]
    for rank, side in enumerate(strange[:3]):
        yield _rests_on(q.propose(
            _ADD, _CONTENT, Directive(verb=Verb.SEARCH, terms=(side, q.first)), f"Look into {side}, for another view", f"look for papers on {side} in work on {{t}}",
            "meet a view that your own papers don't take", 0.95 - 0.1 * rank,
        ), None, wild_card=True)  # fmt: skip
    for what, use in (("critical papers on", "hear doubts that work close to yours may not raise"), ("theories of", "look at it from a side that your papers leave open")):  # fmt: skip
        directive = Directive(verb=Verb.SEARCH, terms=(what.split()[0], q.first))
        yield _rests_on(q.propose(_ADD, _CONTENT, directive, f"Look into {what} {{t}}, for another view", f"look for {what} {{t}}", use, 0.6), None, wild_card=True)  # fmt: skip


def _nearest(reader: Reader) -> Related | None:
    found = reader.of(ProfileAspect.KNOWLEDGE) or reader.related
    return found[0] if found else None
