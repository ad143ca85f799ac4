"""Verbatim quotes from the papers found, one call a paper, side by side. Source: MySQA §2.3; Ai2
ScholarQA (Singh et al., 2025)."""

import asyncio
from collections.abc import Callable, Sequence

from myscholar.domain.actions import Action, Stage
from myscholar.domain.evidence import ActionId, Evidence, Hit, Quote, QuoteId
from myscholar.domain.model import Frozen
from myscholar.domain.orders import Visibility
from myscholar.domain.papers import Paper, PaperId, Passage
from myscholar.domain.runs import ignore
from myscholar.domain.text import Span, counted, shorten
from myscholar.errors import (
    LLMBudgetSpent,
    LLMError,
    LLMKeyRefused,
    LLMNoCredit,
    LLMUnknownModel,
    NotRecorded,
)
from myscholar.gateways.llm.llm import LLM, Role
from myscholar.gateways.llm.prompts import Prompt, render
from myscholar.report.llm.align import align_in, n_words
from myscholar.report.llm.draft_text import number_of
from myscholar.report.llm.replies import QuoteReply
from myscholar.report.llm.shown import Numbered, ids_of, number_actions, print_actions

MOST_PAPERS = 44
"""Read for one report, a call each; by hand, to cost no more than Ai2 ScholarQA's 50 passages."""
MOST_PASSAGES = 6
"""Passages of a paper that a prompt shows; by hand."""
LONGEST_PASSAGE = 2500
"""Characters of a passage that a prompt shows; by hand."""
MOST_WORDS = 220
"""Words that are kept of one paper; a model is asked for 100. By hand."""
SMALL_GAP = 300
"""Characters between two spans up to which they and what is between become one quote; by hand."""
LONGEST_JOINED = 600
"""Characters of a quote beyond which nothing is joined to it: the outline shows 700, and what a
model chose last would be cut off there. By hand."""

_ALTERED = "what was quoted is not in the paper"
_AS_ASKED = "left out as an action asks"
_NO_HELP = "nothing in its passages helps with the question"
_CONCERNS_ALL = (LLMKeyRefused, LLMUnknownModel, LLMNoCredit, LLMBudgetSpent, NotRecorded)

Done = Callable[[int], None]
"""Told how many papers are read."""


class Dropped(Frozen):
    """A paper without a quote, and why. `action_ids`: for whose sake it was left out."""

    paper_id: PaperId
    reason: str
    action_ids: tuple[ActionId, ...] = ()


class Quotes(Frozen):
    """In order of relevance, a paper's together; ids q1, q2, ... are never given twice."""

    quotes: tuple[Quote, ...] = ()
    read: tuple[PaperId, ...] = ()
    """Papers that were read, those without a quote among them."""
    dropped: tuple[Dropped, ...] = ()
    notes: tuple[str, ...] = ()
    """What the reader should know: papers that could not be read, quotes that were not verbatim."""
    origin: str = ""
    """The model that picked them."""


class Reading(Frozen):
    """What one call gave: the reply, or the error's message."""

    reply: QuoteReply | None = None
    model: str = ""
    failed: str = ""


async def extract_quotes(
    question: str,
    papers: Sequence[Hit],
    actions: Sequence[Action] = (),
    *,
    llm: LLM,
    visibility: Visibility = Visibility.ALL,
    known: Quotes | None = None,
    on_done: Done = ignore,
) -> Quotes:
    """Reads the first 44 papers, best first, at once; those that a head start has read (`known`)
    are not read again.

    Known quotes stand first and keep their ids. A quote that is not in the paper is dropped, and so
    is a paper whose call fails; the notes count both. Raises the LLMError when it concerns every
    call (key, model, credit, budget), or when more than half of the calls fail.
    """
    seen = number_actions(actions, Stage.SEARCH_ADD, visibility)
    before = known or Quotes()
    new = [hit for hit in papers[:MOST_PAPERS] if hit.paper.paper_id not in before.read]
    hits = [hit for hit in new if quotable(hit.paper)]
    readings = await _read_all(question, hits, seen, llm, on_done)
    return gather(hits, readings, seen, before)


def quotable(paper: Paper) -> tuple[Passage, ...]:
    """The passages that can be quoted, best first: the paper's own words; summaries, which keep
    that label, only where there is nothing else."""
    own = tuple(p for p in paper.readable if p.kind.is_verbatim)
    return (own or paper.readable)[:MOST_PASSAGES]


def quote_prompt(question: str, paper: Paper, seen: Numbered) -> Prompt:
    """The prompt for one paper; system and shared part are the same for all papers of a report."""
    passages = quotable(paper)
    listed = "\n\n".join(
        f"[{n}] {shorten(p.text, LONGEST_PASSAGE)}" for n, p in enumerate(passages, 1)
    )
    return render(
        "report/extract_quotes",
        question=question,
        actions=print_actions(seen),
        paper=f"{paper.title} ({paper.citation_label})",
        passages=listed,
        is_summary=not any(p.kind.is_verbatim for p in passages),
    )


def gather(
    hits: Sequence[Hit], readings: Sequence[Reading], seen: Numbered, known: Quotes = Quotes()
) -> Quotes:
    """The replies, one a hit in the same order, as quotes with evidence, after those known."""
    quotes, dropped = list(known.quotes), list[Dropped]()
    read, last = list(known.read), max(map(number_of, quotes), default=0)
    for hit, reading in zip(hits, readings, strict=True):
        reply, paper_id = reading.reply, hit.paper.paper_id
        if reply is None:
            dropped.append(Dropped(paper_id=paper_id, reason=reading.failed))
            continue
        read.append(paper_id)
        ids, spans = ids_of(reply.actions, seen), _spans(hit.paper, reply.quote)
        for n, (passage, span) in enumerate(spans, last + 1):
            quote = Quote(
                quote_id=QuoteId(f"q{n}"),
                evidence=Evidence.of_passage(passage, *span),
                relevance=min(1.0, max(0.0, hit.score)),
                action_ids=ids,
            )
            quotes.append(quote)
        last += len(spans)
        if not spans and reply.quote.strip():
            dropped.append(Dropped(paper_id=paper_id, reason=_ALTERED))
        elif not spans:
            reason = _AS_ASKED if ids else _NO_HELP
            dropped.append(Dropped(paper_id=paper_id, reason=reason, action_ids=ids))
    return Quotes(
        quotes=tuple(quotes),
        read=tuple(read),
        dropped=(*known.dropped, *dropped),
        notes=(*known.notes, *_notes(readings, dropped)),
        origin=next((r.model for r in readings if r.reply), known.origin),
    )


async def _read_all(
    question: str, hits: Sequence[Hit], seen: Numbered, llm: LLM, on_done: Done
) -> list[Reading]:
    """All papers at once; the gateway limits how many calls run side by side. Calls that were begun
    are finished before anything is raised."""
    errors: list[LLMError] = []
    done = 0

    async def read(hit: Hit) -> Reading:
        nonlocal done
        try:
            answer = await llm.ask(Role.QUOTES, quote_prompt(question, hit.paper, seen), QuoteReply)
            reading = Reading(reply=answer.value, model=answer.model)
        except LLMError as failed:
            errors.append(failed)
            reading = Reading(failed=str(failed))
        done += 1
        on_done(done)
        return reading

    results = await asyncio.gather(*(read(hit) for hit in hits), return_exceptions=True)
    for result in results:
        if isinstance(result, BaseException):
            raise result
    general = [error for error in errors if isinstance(error, _CONCERNS_ALL)]
    if general or 2 * len(errors) > len(hits):
        raise (general or errors)[0]
    return [result for result in results if isinstance(result, Reading)]


def _spans(paper: Paper, quote: str) -> tuple[tuple[Passage, Span], ...]:
    """The verbatim stretches behind a reply, best passage first, neighbours joined; what goes
    beyond MOST_WORDS is left out."""
    passages = quotable(paper)
    kept: list[tuple[Passage, Span]] = []
    words = 0
    for number, span in _joined(align_in(quote, [p.text for p in passages])):
        words += n_words(span.of(passages[number].text))
        if kept and words > MOST_WORDS:
            break
        kept.append((passages[number], span))
    return tuple(kept)


def _joined(spans: Sequence[tuple[int, Span]]) -> list[tuple[int, Span]]:
    joined: list[tuple[int, Span]] = []
    for number, span in spans:
        last, one = joined[-1] if joined else (-1, span)
        is_near = span.end - one.start <= LONGEST_JOINED and span.start - one.end <= SMALL_GAP
        if last == number and (span.start <= one.end or is_near):
            joined[-1] = (number, Span(one.start, max(one.end, span.end)))
        else:
            joined.append((number, span))
    return joined


def _notes(readings: Sequence[Reading], dropped: Sequence[Dropped]) -> tuple[str, ...]:
    failures = [r.failed for r in readings if r.reply is None]
    n_altered = sum(d.reason == _ALTERED for d in dropped)
    notes = []
    if failures:
        notes.append(
            f"{counted(len(failures), 'paper')} could not be read by the model and are missing: "
            f"{failures[0]}"
        )
    if n_altered:
        notes.append(
            f"{counted(n_altered, 'paper')} {'was' if n_altered == 1 else 'were'} left out because "
            "what the model quoted is not in the text."
        )
    return tuple(notes)
