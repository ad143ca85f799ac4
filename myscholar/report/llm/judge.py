"""A model that reads a section's sentences against the quotes that they cite, and says how far the
section carries out its actions. Source: MySQA Table 9."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from myscholar.domain.drafts import Draft
from myscholar.domain.evidence import Quote
from myscholar.domain.papers import Paper, PaperId
from myscholar.domain.report import OutcomeStatus, Table
from myscholar.domain.text import counted, listed, shorten
from myscholar.errors import LLMError, NotRecorded
from myscholar.gateways.llm.llm import LLM, Role
from myscholar.gateways.llm.prompts import Prompt, render
from myscholar.report.llm.draft_text import number_of
from myscholar.report.llm.lexical import CitedSentence, statements
from myscholar.report.llm.section_replies import CarriedOut, JudgeReply, Support, Verdict
from myscholar.report.llm.sections import quotes_by_paper
from myscholar.report.llm.sentences_to_check import SentencesToCheck
from myscholar.report.llm.shown import Numbered, print_actions
from myscholar.report.outcome_evidence import ActionVerdict

_STATUS = {
    CarriedOut.FULLY: OutcomeStatus.DONE,
    CarriedOut.PARTLY: OutcomeStatus.PARTLY,
    CarriedOut.NO: OutcomeStatus.NOT_DONE,
}


@dataclass(frozen=True)
class Verdicts:
    """Verdicts by the place of the sentence among those shown, from 0; `failed` says why there are
    none, and not how a run that it ended would go on: the report is finished without them."""

    verdicts: Mapping[int, Verdict] = field(default_factory=dict)
    on_summary: Verdict | None = None
    on_actions: tuple[ActionVerdict, ...] = ()
    model: str = ""
    failed: str = ""


async def judge_section(
    section: SentencesToCheck, suspicions: Mapping[int, str], actions: Numbered, llm: LLM
) -> Verdicts:
    """`suspicions` are what a program finds wrong, by the place among `section.sentences`. Of
    LLMError raises NotRecorded alone."""
    draft, places = section.draft, tuple(section.to_judge)
    sentences = tuple(section.to_judge.values())
    needs_all = any(not s.cited for s in sentences)
    cited = section.cited if needs_all else {n for s in sentences for n in s.cited}
    prompt = render(
        "report/judge_section",
        title=draft.plan.title,
        sentences=_in_context(draft, sentences),
        table=_table(draft.table) if draft.table else "",
        found="\n".join(
            f"{n}. {suspicions[place]}" for n, place in enumerate(places, 1) if place in suspicions
        ),
        actions=print_actions(actions) if actions else "",
        reader=section.reader.text if any(map(section.speaks_of_reader, sentences)) else "",
        quotes=_quotes([q for q in draft.plan.quotes if number_of(q) in cited], section.papers),
    )
    judged = await _ask(prompt, len(sentences), actions, llm)
    return replace(judged, verdicts={places[i]: v for i, v in judged.verdicts.items()})


async def judge_sentences(
    sentences: Sequence[CitedSentence],
    quotes: Sequence[Quote],
    papers: Mapping[PaperId, Paper],
    *,
    reader: str,
    llm: LLM,
) -> Verdicts:
    """Of several sections at once, without what stands around them, by all these quotes. Raises as
    `judge_section`."""
    prompt = render(
        "report/judge_section",
        title="",
        sentences="\n".join(f"{i}. {_line(s)}" for i, s in enumerate(sentences, 1)),
        table="",
        found="",
        actions="",
        reader=reader,
        quotes=_quotes(quotes, papers),
    )
    return await _ask(prompt, len(sentences), (), llm)


async def _ask(prompt: Prompt, n_sentences: int, actions: Numbered, llm: LLM) -> Verdicts:
    """The verdict after those on the sentences is on the summary."""
    try:
        answer = await llm.ask(Role.JUDGE, prompt, JudgeReply)
    except NotRecorded:
        raise
    except LLMError as error:
        return Verdicts(failed=error.message)
    by_number, reply = dict(actions), answer.value
    supported = (Verdict(sentence=n, support=Support.SUPPORTED) for n in reply.supported)
    verdicts = {v.sentence - 1: v for v in (*supported, *reply.doubtful)}
    return Verdicts(
        {i: v for i, v in verdicts.items() if 0 <= i < n_sentences},
        verdicts.get(n_sentences) if n_sentences else None,
        tuple(
            ActionVerdict(
                action_id=by_number[said.action].action_id,
                status=_STATUS[said.carried_out],
                why=said.why.strip(),
                model=answer.model,
            )
            for said in {a.action: a for a in reply.actions if a.action in by_number}.values()
        ),
        answer.model,
    )


def _in_context(draft: Draft, sentences: Sequence[CitedSentence]) -> str:
    number = {s: i for i, s in enumerate(sentences, 1)}
    lines = [
        f"{number[s]}. {_line(s)}" if s in number else f"· {_line(s)}"
        for s in statements(draft.text)
    ]
    if draft.tldr and sentences:
        lines.append(f"{len(sentences) + 1}. (summary) {' '.join(draft.tldr.split())}")
    return "\n".join(lines)


def _line(sentence: CitedSentence) -> str:
    return " ".join(sentence.text.split())


def _quotes(quotes: Sequence[Quote], papers: Mapping[PaperId, Paper]) -> str:
    used = {number_of(q): q for q in quotes if q.evidence.paper_id in papers}
    return quotes_by_paper([q for _, q in sorted(used.items())], papers) or "none"


def _table(table: Table) -> str:
    named = listed([shorten(column, 60) for column in table.columns])
    return f"{counted(len(table.rows), 'paper')} by {named}."
