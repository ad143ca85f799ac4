"""Whether a section's sentences are borne out by what they cite. What is not becomes a doubt, shown
with the words. Source: MySQA Table 9.

Words alone find numbers and names that the sources don't hold and sentences that share hardly a
word with their quotes (`doubts`); a judge, where one is set, reads each cited sentence against its
quotes. A judge that fails leaves sentences unscored: that is said and never counts as a verdict.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence

from myscholar.domain.actions import Action, Category, Verb, Wish
from myscholar.domain.drafts import Draft
from myscholar.domain.evidence import ActionId
from myscholar.domain.flags import ErrorType, Severity
from myscholar.domain.model import Frozen
from myscholar.domain.papers import Paper, PaperId
from myscholar.domain.report import Doubt
from myscholar.domain.text import counted, shorten
from myscholar.errors import LLMError
from myscholar.gateways.llm.llm import LLM, Role
from myscholar.gateways.llm.prompts import render
from myscholar.report.llm.doubts import (
    FEWEST_WORDS,
    SentencesToCheck,
    cited_doubts,
    doubt_of,
    names_idea,
    speaks_to_reader,
    uncited_doubts,
)
from myscholar.report.llm.draft_text import number_of, without_citations, words_of
from myscholar.report.llm.lexical import CitedSentence, statements, stems
from myscholar.report.llm.section_replies import JudgeReply, Verdict
from myscholar.text.lexicons import pattern

SAME = 0.6
"""Jaccard index of stems from which sentences of two sections say the same; by hand."""
_DENIES = pattern("doubts.denies")


def asking_for_ideas(actions: Iterable[Action]) -> frozenset[ActionId]:
    """The actions whose words are the writer's own proposals, which no source can bear out."""
    return frozenset(
        a.action_id
        for a in actions
        if a.directive.verb is Verb.NEXT_STEPS
        or (
            a.category is Category.RESEARCH_IDEAS
            and a.directive.verb is not Verb.CONNECT
            and a.has_wish(Wish.IDEAS)
        )
    )


class Checked(Frozen):
    """A draft with its doubts. `unscored` cited sentences were not judged although a judge was
    asked; `notes` say why."""

    draft: Draft
    n_cited: int = 0
    n_judged: int = 0
    unscored: int = 0
    notes: tuple[str, ...] = ()


async def verify_section(
    draft: Draft,
    papers: Mapping[PaperId, Paper],
    *,
    language: str = "English",
    ideas: Collection[ActionId] = (),
    reader: str = "",
    earlier: Draft | None = None,
    llm: LLM,
) -> Checked:
    """The draft with a doubt for each sentence that its quotes don't bear out.

    `ideas` are the actions that ask for ideas of the writer's own; `reader` is what the prompt said
    of the reader's papers. Where the draft grew out of an `earlier` one, only new sentences are
    checked and its other doubts stay. Never raises LLMError: a judge that fails leaves the words'
    own check.
    """
    known = {s.text for s in statements(earlier.text)} if earlier else set()
    found = tuple(s for s in statements(draft.text) if s.text not in known)
    proposals = frozenset(s for s in found if _is_idea(s, draft, ideas))
    section = SentencesToCheck(draft, found, proposals, papers, reader)
    n_cited, verdicts, notes = len(section.cited), dict[int, Verdict](), tuple[str, ...]()
    if n_cited and llm.can(Role.JUDGE):
        verdicts, notes = await _judged(section, llm)
    doubts = [
        *(draft.doubts if earlier else ()),
        *cited_doubts(section, verdicts, language),
        *uncited_doubts(section),
    ]
    return Checked(
        draft=_with_doubts(draft, doubts),
        n_cited=n_cited,
        n_judged=len(verdicts),
        unscored=n_cited - len(verdicts) if llm.can(Role.JUDGE) else 0,
        notes=notes,
    )


def _is_idea(sentence: CitedSentence, draft: Draft, ideas: Collection[ActionId]) -> bool:
    """Whether it says that it is an idea, or is marked for an action that asks for one."""
    start, end = sentence.span
    marked = (h for h in draft.highlights if h.start < end and start < h.end)
    return any(h.action_id in ideas for h in marked) or names_idea(sentence.text)


def _with_doubts(draft: Draft, doubts: Iterable[Doubt]) -> Draft:
    ordered = tuple(sorted(doubts, key=lambda d: (d.start, d.end)))
    return draft.model_copy(update={"doubts": ordered})


async def _judged(
    section: SentencesToCheck, llm: LLM
) -> tuple[dict[int, Verdict], tuple[str, ...]]:
    """Verdicts by the place of the sentence among the cited ones, from 0; or why there are none."""
    cited, quotes, papers = section.cited, section.draft.plan.quotes, section.papers
    lines = [f"{i}. {' '.join(s.text.split())}" for i, s in enumerate(cited, 1)]
    used = {n for s in cited for n in s.cited}
    whose = {p: f"({paper.citation_label}) " for p, paper in papers.items()}
    shown = [
        f"[{number_of(q)}] {whose.get(q.evidence.paper_id, '')}{words_of(q.evidence)}"
        for q in quotes
        if number_of(q) in used
    ]
    prompt = render(
        "report/judge_section",
        sentences="\n".join(lines),
        reader=section.reader if any(map(speaks_to_reader, lines)) else "",
        quotes="\n".join(shown),
    )
    try:
        answer = await llm.ask(Role.JUDGE, prompt, JudgeReply)
    except LLMError as error:
        title = shorten(section.draft.plan.title, 60)
        return {}, (f"The citations of “{title}” were not judged: {error}",)
    return {v.sentence - 1: v for v in answer.value.verdicts if 1 <= v.sentence <= len(cited)}, ()


def across(drafts: Sequence[Draft]) -> tuple[Draft, ...]:
    """With a doubt for sentences that say again, or deny, what an earlier section says."""
    earlier: list[tuple[int, CitedSentence, frozenset[str]]] = []
    made = []
    for number, draft in enumerate(drafts, 1):
        own = [(s, stems(s.text)) for s in statements(draft.text)]
        doubts = [d for d in draft.doubts if d.flag.error_type is not ErrorType.REPORT_GLOBAL]
        doubts += [d for s, stems in own if (d := _repetition(s, stems, earlier))]
        made.append(_with_doubts(draft, doubts))
        earlier += [(number, s, stems) for s, stems in own]
    return tuple(made)


def _repetition(
    sentence: CitedSentence,
    own: frozenset[str],
    earlier: Iterable[tuple[int, CitedSentence, frozenset[str]]],
) -> Doubt | None:
    if len(own) < FEWEST_WORDS:
        return None
    for number, other, theirs in earlier:
        if len(own & theirs) < SAME * len(own | theirs):
            continue
        severity, said = Severity.HINT, f"Section {number} says nearly the same."
        if bool(_DENIES.search(sentence.text)) != bool(_DENIES.search(other.text)):
            words = shorten(without_citations(other.text), 120)
            severity = Severity.WARNING
            said = f"Section {number} says the opposite in nearly the same words: “{words}”"
        return doubt_of(sentence, ErrorType.REPORT_GLOBAL, severity, said)
    return None


def note_of(checked: Sequence[Checked], *, judge: str = "") -> tuple[str, ...]:
    """Each failure once, and how many sentences no judge has read."""
    unscored = sum(c.unscored for c in checked)
    said = dict.fromkeys(note for c in checked for note in c.notes)
    if not unscored:
        return tuple(said)
    n = sum(c.n_cited for c in checked)
    return (
        *said,
        f"{unscored} of {counted(n, 'cited sentence')} could not be judged by "
        f"{judge or 'the judge'}; their words were compared only.",
    )
