"""What a prompt says of the reader, for actions that relate the report to their own papers. Source:
MySQA §2.2, D.5."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from myscholar.domain.actions import Action, Verb, Wish
from myscholar.domain.evidence import Evidence, Quote, QuoteId
from myscholar.domain.papers import Paper, PaperId, PassageKind, Relation
from myscholar.domain.profile import InferenceId, Profile, ProfileAspect, ProfilePaper
from myscholar.domain.text import shorten
from myscholar.report.llm.draft_text import number_of, unmarked, words_of
from myscholar.report.llm.shown import Numbered
from myscholar.text.lexicons import pattern
from myscholar.text.sentences import sentence_spans

A_PAPER = 6
"""Sentences shown of each of the reader's papers, at most; by hand."""
OF_ABSTRACT = 4
"""Those of them that come from its abstract, where the profile holds it; by hand."""
LONGEST = 260
"""Characters of such a sentence; by hand."""
SHORT_NAME = 60
"""Characters of what stands before the colon of a title, up to which it is a name; by hand."""
_TELLING = (
    ProfileAspect.POSITIONS,
    ProfileAspect.KNOWLEDGE,
    ProfileAspect.RESEARCH_STYLE,
    ProfileAspect.WRITING_STYLE,
)
"""Aspects whose evidence says most of what a paper is about, first first."""
_NO_RESULT = pattern("doubts.no_result")
FIRST_OWN = 1001
"""Number of the first sentence of the reader's papers that can be cited: beyond those of any quote
of a report. By hand."""


class AboutReader(NamedTuple):
    """`quotes` are the sentences of the reader's papers that the text shows with their numbers."""

    text: str = ""
    quotes: tuple[Quote, ...] = ()

    def with_earlier(self, quotes: Iterable[Quote]) -> tuple[Quote, ...]:
        """And those that an earlier text cites though other actions show other sentences now: what
        is kept of it keeps its citations."""
        own = {number_of(q): q for q in quotes if number_of(q) >= FIRST_OWN}
        return tuple({**own, **{number_of(q): q for q in self.quotes}}.values())


def relates(action: Action) -> bool:
    """Whether the action sets the report beside the reader's own work."""
    return action.directive.verb is Verb.CONNECT or (
        action.personalized and action.has_wish(Wish.OWN_WORK)
    )


def about_reader(profile: Profile | None, numbered: Numbered) -> AboutReader:
    """What the profile says where a chosen action rests on it, and, where one relates to the
    reader's papers, their names with sentences from them. Empty where no action needs it."""
    if profile is None:
        return AboutReader()
    lines = [
        f"{unmarked(i.text)} ({_resting_on(i.inference_id, numbered)})"
        for i in profile.inferences
        if i.enabled and _resting_on(i.inference_id, numbered)
    ]
    quotes: list[Quote] = []
    if any(relates(action) for _, action in numbered):
        relating = [a.inference_id for _, a in numbered if relates(a) and a.inference_id]
        behind = [*relating, *(a.inference_id for _, a in numbered if a.inference_id)]
        numbers = _numbers(profile)
        mine = [paper for paper in profile.papers if paper.relation is Relation.MINE]
        names = Counter(short_name(paper.title) for paper in mine)
        for paper in mine:
            said = _sentences(profile, paper.paper_id, relating, behind)
            own = {numbers[e]: text for text, e in said.items()}
            words = " / ".join(f"[{n}] {text}" for n, text in own.items())
            name = _named(paper, is_alone=names[short_name(paper.title)] == 1)
            lines.append(f"{name} says: {words}" if words else name)
            quotes += (
                Quote(quote_id=QuoteId(f"q{numbers[e]}"), evidence=e, relevance=1.0)
                for e in said.values()
            )
    return AboutReader("\n".join(lines), tuple(quotes))


def short_name(title: str) -> str:
    """What stands before a title's colon, if it is no longer than SHORT_NAME; else the title."""
    whole = " ".join(title.split())
    head = whole.partition(":")[0].rstrip()
    return head if 0 < len(head) <= SHORT_NAME else whole


def _named(paper: ProfilePaper, *, is_alone: bool) -> str:
    """With a short name to call it by, unless another has the same, and the whole title."""
    title, year = " ".join(paper.title.split()), paper.year or "n.d."
    name = short_name(title) if is_alone else title
    whole = "" if name == title else f"; in full: {title}"
    return unmarked(f"Their paper “{name}” ({year}{whole})")


def with_own_papers(
    papers: Mapping[PaperId, Paper], profile: Profile | None
) -> dict[PaperId, Paper]:
    """With the reader's own, as far as their profile holds their passages."""
    every = dict(papers)
    own_papers, passages = (profile.papers, profile.passages) if profile else ((), ())
    for own in own_papers:
        if own.relation is Relation.MINE:
            found = every.get(own.paper_id) or _as_paper(own)
            held = {p.passage_id for p in found.passages}
            more = (p for p in passages if p.paper_id == own.paper_id)
            new = (p for p in more if p.passage_id not in held)
            every[own.paper_id] = found.model_copy(update={"passages": (*found.passages, *new)})
    return every


def _as_paper(own: ProfilePaper) -> Paper:
    return Paper.model_validate(own.model_dump(exclude={"number"}))


def _resting_on(inference_id: InferenceId, numbered: Numbered) -> str:
    return ", ".join(f"A{n}" for n, action in numbered if action.inference_id == inference_id)


def _numbers(profile: Profile) -> dict[Evidence, int]:
    """Of every sentence that may be shown, whichever actions are chosen: a section that is written
    again finds its citations in the new prompt."""
    own = [p.paper_id for p in profile.papers if p.relation is Relation.MINE]
    results = [e for paper_id in own for e in _results(profile, paper_id)]
    supports = [e for i in profile.inferences for s in i.supports for e in s.evidence[:1]]
    return {e: n for n, e in enumerate(dict.fromkeys((*results, *supports)), FIRST_OWN)}


def _sentences(
    profile: Profile,
    paper_id: PaperId,
    relating: Sequence[InferenceId],
    behind: Sequence[InferenceId],
) -> dict[str, Evidence]:
    """What the actions on the reader's papers rest on (`relating`), then what the paper found and
    argues, then other evidence, first for what any chosen action rests on (`behind`): without all
    three a writer would have to guess which paper does what. By their words as shown."""
    evidence = list(_evidence(profile, paper_id, behind))
    told = [
        *(e for inference, e in evidence if inference in relating),
        *_results(profile, paper_id),
        *(e for _, e in evidence),
    ]
    said: dict[str, Evidence] = {}
    for e in told:
        if not _NO_RESULT.search(e.text) and len(said) < A_PAPER:
            said.setdefault(shorten(words_of(e), LONGEST), e)
    return said


def _results(profile: Profile, paper_id: PaperId) -> tuple[Evidence, ...]:
    """Sentences of the closing half of the abstract, where results and claims stand: those with
    numbers before others, later before earlier."""
    abstract = next(
        (p for p in profile.passages if p.paper_id == paper_id and p.kind is PassageKind.ABSTRACT),
        None,
    )
    if abstract is None:
        return ()
    lines = [Evidence.of_passage(abstract, *span) for span in sentence_spans(abstract.text)]
    closing = [
        n for n in range(len(lines) // 2, len(lines)) if not _NO_RESULT.search(lines[n].text)
    ]
    best = sorted(closing, key=lambda n: (not any(map(str.isdigit, lines[n].text)), -n))
    return tuple(lines[n] for n in sorted(best[:OF_ABSTRACT]))


def _evidence(
    profile: Profile, paper_id: PaperId, behind: Sequence[InferenceId]
) -> Iterator[tuple[InferenceId, Evidence]]:
    enabled = [i for i in profile.enabled if i.aspect in _TELLING]
    for inference in sorted(
        enabled, key=lambda i: (_place(i.inference_id, behind), _TELLING.index(i.aspect))
    ):
        for support in inference.supports:
            if support.paper_id == paper_id:
                yield inference.inference_id, support.evidence[0]


def _place(inference_id: InferenceId, behind: Sequence[InferenceId]) -> int:
    return behind.index(inference_id) if inference_id in behind else len(behind)
