"""A further question to a finished report, answered by a model from sentences of its sources."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import count
from typing import NamedTuple

from pydantic_core import from_json

from myscholar.domain.answers import Coverage
from myscholar.domain.drafts import Draft, SectionPlan
from myscholar.domain.evidence import Evidence, Quote, QuoteId
from myscholar.domain.model import Frozen
from myscholar.domain.papers import Paper, PaperId, Passage
from myscholar.domain.report import Report
from myscholar.domain.runs import ignore
from myscholar.domain.text import one_line, shorten, that_fit
from myscholar.gateways.llm.llm import LLM, Role
from myscholar.gateways.llm.prompts import Prompt, render
from myscholar.report.answering import RankedPassage
from myscholar.report.llm.draft_text import CITED, number_of
from myscholar.report.llm.markup import visible
from myscholar.report.llm.section_replies import AnswerReply
from myscholar.report.llm.sections import draft_of, quotes_by_paper, section_problems
from myscholar.text.safeguards import without_addresses
from myscholar.text.sentences import sentence_spans

MOST_SHOWN = 40_000
"""Characters of passages that the prompt shows, about 10,000 tokens; by hand."""
SHORTEST = 25
"""Characters of a sentence that can be cited; by hand."""
LONGEST_TITLE, LONGEST_MISSING = 200, 400
"""Characters of an answer's title, and of what it says is left open; by hand."""
_LONGEST_ANSWER, _MOST_EARLIER = 900, 6
"""Characters of an earlier answer that the prompt shows, and how many answers; by hand."""


class EarlierAnswer(Frozen):
    question: str
    answer: str


class WrittenAnswer(Frozen):
    """`draft` cites the quotes that were shown; it is not checked yet."""

    coverage: Coverage
    draft: Draft
    missing: str = ""
    language: str = "English"


class ShownSources(NamedTuple):
    """Sentences that may be cited, and the papers that they come from."""

    quotes: tuple[Quote, ...]
    papers: Mapping[PaperId, Paper]


def show_sources(ranked: Iterable[RankedPassage], n_characters: int = MOST_SHOWN) -> ShownSources:
    """The best passages of at most so many characters together, cut into sentences that are
    numbered from 1: by paper, the paper of the best passage first."""
    by_paper: dict[PaperId, list[Passage]] = {}
    papers: dict[PaperId, Paper] = {}
    for _, paper, passage in that_fit(ranked, lambda r: len(r.passage.text), n_characters):
        papers[paper.paper_id] = paper
        by_paper.setdefault(paper.paper_id, []).append(passage)
    number = count(1)
    quotes = tuple(
        Quote(
            quote_id=QuoteId(f"q{next(number)}"),
            evidence=Evidence.of_passage(passage, *span),
            relevance=1.0,
        )
        for passages in by_paper.values()
        for passage in passages
        for span in sentence_spans(passage.text)
        if span.end - span.start >= SHORTEST
    )
    return ShownSources(quotes, papers)


async def answer_question(
    question: str,
    report: Report,
    sources: ShownSources,
    *,
    earlier: Sequence[EarlierAnswer] = (),
    llm: LLM,
    on_text: Callable[[str], None] = ignore,
) -> WrittenAnswer:
    """`on_text` gets the answer so far as a screen can show it. One repair where it says that the
    sources answer and cites nothing. Raises LLMError."""
    plan = SectionPlan(
        title=shorten(question, LONGEST_TITLE), brief=question, quotes=sources.quotes
    )
    answer = await llm.ask(
        Role.REPORT,
        _prompt(question, report, sources, earlier),
        AnswerReply,
        problems=lambda reply: _problems(reply, plan),
        on_text=lambda so_far: on_text(_so_far(so_far)),
    )
    reply = answer.value
    made = draft_of(reply.answer, plan, (), origin=answer.model)
    title = shorten(one_line(without_addresses(reply.title)), LONGEST_TITLE) or plan.title
    titled = plan.model_copy(update={"title": title})
    draft = made.model_copy(update={"plan": titled, "tldr": ""})
    return WrittenAnswer(
        coverage=reply.coverage,
        draft=draft,
        missing=shorten(one_line(without_addresses(reply.missing)), LONGEST_MISSING),
        language=reply.language,
    )


def _prompt(
    question: str, report: Report, sources: ShownSources, earlier: Sequence[EarlierAnswer]
) -> Prompt:
    shown = [
        e.model_copy(update={"answer": shorten(e.answer, _LONGEST_ANSWER)})
        for e in earlier[-_MOST_EARLIER:]
    ]
    return render(
        "report/answer",
        question=question,
        report_question=report.question,
        report_title=report.title,
        sections=[f"{s.title}: {s.tldr}" for s in report.sections],
        earlier=shown,
        papers=quotes_by_paper(sources.quotes, sources.papers),
    )


def cited_quotes(draft: Draft) -> tuple[Quote, ...]:
    """The quotes of the plan that the text cites."""
    cited = {int(n) for n in CITED.findall(draft.text)}
    return tuple(q for q in draft.plan.quotes if number_of(q) in cited)


def with_cited_alone(draft: Draft) -> Draft:
    """Its plan keeps no other quotes."""
    plan = draft.plan.model_copy(update={"quotes": cited_quotes(draft)})
    return draft.model_copy(update={"plan": plan})


def _problems(reply: AnswerReply, plan: SectionPlan) -> tuple[str, ...]:
    if not reply.answer.strip():
        return ("`answer` is empty. Write it.",)
    return () if reply.coverage is Coverage.NONE else section_problems(reply.answer, plan)


def _so_far(so_far: str) -> str:
    """The answer in JSON that is still being written."""
    try:
        begun = from_json(so_far, allow_partial="trailing-strings")
    except ValueError:
        return ""
    text = begun.get("answer", "") if isinstance(begun, dict) else ""
    return visible(text) if isinstance(text, str) else ""
