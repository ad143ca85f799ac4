"""Papers shown to a model and what it quotes of each: those that matter alone, the others several a
request. Source: MySQA §2.3; Ai2 ScholarQA (Singh et al., 2025), which has a call each."""

import asyncio
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field

from myscholar.domain.evidence import Hit
from myscholar.domain.model import Frozen
from myscholar.domain.papers import Paper, PaperId
from myscholar.errors import (
    LLMBadAnswer,
    LLMBudgetSpent,
    LLMContextTooLong,
    LLMEmptyAnswer,
    LLMError,
    LLMKeyRefused,
    LLMNoCredit,
    LLMRefusal,
    LLMTruncated,
    LLMUnknownModel,
    NotRecorded,
)
from myscholar.gateways.llm.llm import LLM, Role
from myscholar.gateways.llm.prompts import Prompt, render
from myscholar.report.llm.align import align_in
from myscholar.report.llm.excerpts import Wanted, excerpts, quotable, wanted_by
from myscholar.report.llm.replies import PaperQuotes, QuotesReply
from myscholar.report.llm.shown import Numbered, print_actions

PAPERS_A_REQUEST = 4
"""Of those not read in depth; measured (`eval bench reading`): with 6 a request 88 papers take a
tenth fewer tokens and a fifth more time."""
WORDS_IN_DEPTH, WORDS_NEXT, WORDS = 120, 50, 35
"""That the quotes of a paper may have: of one in depth, of the next best, of the rest; by hand."""
MOST_NEXT = 28
"""Papers after those in depth that may have more words than the rest; by hand."""
SHOWN_IN_DEPTH, SHOWN = 5000, 1000
"""Characters of a paper that a prompt shows; by hand."""

CONCERN_ONE_REQUEST = (LLMBadAnswer, LLMContextTooLong, LLMEmptyAnswer, LLMRefusal, LLMTruncated)
"""How a model fails at one request, while it may do a part of it, and others. What a report can be
without is then left out, with a note."""
_CONCERNS_ALL = (LLMKeyRefused, LLMUnknownModel, LLMNoCredit, LLMBudgetSpent, NotRecorded)

Done = Callable[[int], None]
"""Told how many papers are read."""
Closer = Callable[[Paper], Awaitable[Paper]]
"""Gives a paper with more of its passages."""


async def as_found(paper: Paper) -> Paper:
    """With the passages of the search alone."""
    return paper


class Reading(Frozen):
    """What came of one paper: what a model quotes, or the error's message."""

    reply: PaperQuotes | None = None
    model: str = ""
    failed: str = ""


def quote_prompt(
    question: str, papers: Sequence[Paper], seen: Numbered, words: Sequence[int]
) -> Prompt:
    """The prompt for these papers, of each with the words that its quotes may have; system and
    shared part are the same for all of a report."""
    wanted = wanted_by(question, (action for _, action in seen))
    each = zip(papers, words, strict=True)
    listed = (_printed(n, paper, most, wanted) for n, (paper, most) in enumerate(each, 1))
    return render(
        "report/extract_quotes",
        question=question,
        actions=print_actions(seen),
        papers="\n\n".join(listed),
    )


def _printed(number: int, paper: Paper, words: int, wanted: Wanted) -> str:
    """Each piece in one line, so that none can look like the next paper."""
    shown = SHOWN_IN_DEPTH if words == WORDS_IN_DEPTH else SHOWN
    is_summary = not any(p.kind.is_verbatim for p in quotable(paper))
    told = "; a summary of it in other words: quote the summary" if is_summary else ""
    title = " ".join(paper.title.split())
    pieces = enumerate(excerpts(paper, wanted, shown), 1)
    return "\n".join(
        [
            f"Paper {number}, “{title}” ({paper.citation_label}), at most {words} words{told}:",
            *(f"[{n}] {piece}" for n, piece in pieces),
        ]
    )


async def read_papers(
    question: str,
    hits: Sequence[Hit],
    seen: Numbered,
    in_depth: Collection[PaperId],
    *,
    llm: LLM,
    closer: Closer,
    on_done: Done,
) -> tuple[tuple[Paper, ...], tuple[Reading, ...]]:
    """The papers as they were read, those `in_depth` with what `closer` gives, and a reading of
    each, in their order; the gateway limits how many requests run side by side.

    A request that fails is tried again in halves before its papers count as not read. Raises the
    LLMError when it concerns every request (key, model, credit, budget), or when more than half of
    the papers fail; requests that were begun are finished first.
    """
    deep = [i for i, hit in enumerate(hits) if hit.paper.paper_id in in_depth]
    others = [i for i, hit in enumerate(hits) if hit.paper.paper_id not in in_depth]
    n_batches = -(-len(others) // PAPERS_A_REQUEST)
    batches = [[i] for i in deep] + [others[start::n_batches] for start in range(n_batches)]
    words = dict.fromkeys(deep, WORDS_IN_DEPTH) | dict.fromkeys(others[:MOST_NEXT], WORDS_NEXT)
    reader = _Reader(question, [hit.paper for hit in hits], seen, words, llm, closer, on_done)
    results = await asyncio.gather(*map(reader.begin, batches), return_exceptions=True)
    for result in results:
        if result is not None:
            raise result
    general = [error for error in reader.errors if isinstance(error, _CONCERNS_ALL)]
    n_failed = sum(reading.reply is None for reading in reader.readings.values())
    if general or 2 * n_failed > len(hits):
        raise (general or reader.errors)[0]
    return tuple(reader.papers), tuple(reader.readings[i] for i in range(len(hits)))


@dataclass
class _Reader:
    """Readings by the places of their papers, as they come."""

    question: str
    papers: list[Paper]
    seen: Numbered
    words: Mapping[int, int]
    """By the places of those that may have more than the rest."""
    llm: LLM
    closer: Closer
    on_done: Done
    readings: dict[int, Reading] = field(default_factory=dict)
    errors: list[LLMError] = field(default_factory=list)

    async def begin(self, batch: Sequence[int]) -> None:
        for i in batch:
            if self.words.get(i) == WORDS_IN_DEPTH:
                self.papers[i] = await self.closer(self.papers[i])
        await self.read(batch)

    async def read(self, batch: Sequence[int]) -> None:
        papers = [self.papers[i] for i in batch]
        words = [self.words.get(i, WORDS) for i in batch]
        prompt = quote_prompt(self.question, papers, self.seen, words)
        try:
            answer = await self.llm.ask(Role.QUOTES, prompt, QuotesReply)
        except CONCERN_ONE_REQUEST as failed:
            await self._read_halves(batch, failed)
        except LLMError as failed:
            self._fail(batch, failed)
        else:
            given = {
                i: Reading(reply=reply, model=answer.model)
                for i, reply in self._entries(batch, answer.value).items()
            }
            self._keep(given)
            if left := [i for i in batch if i not in given]:
                missing = LLMBadAnswer(answer.model, answer.prompt, "papers are missing in it")
                await (self.read(left) if given else self._read_halves(left, missing))

    async def _read_halves(self, batch: Sequence[int], failed: LLMError) -> None:
        if len(batch) == 1:
            self._fail(batch, failed)
            return
        middle = len(batch) // 2
        await asyncio.gather(self.read(batch[:middle]), self.read(batch[middle:]))

    def _entries(self, batch: Sequence[int], reply: QuotesReply) -> Mapping[int, PaperQuotes]:
        """By the places of their papers; several of one paper count as one. A quote that stands in
        another paper of the request alone goes to that one, whatever number its entry has. Of one
        paper alone the entry may have any number, and may be missing where nothing helps."""
        places = {n: [i] for n, i in enumerate(batch, 1)}
        anywhere = batch[:1] if len(batch) == 1 else ()
        found = {i: PaperQuotes(paper=1) for i in anywhere}
        for entry in reply.papers:
            named = places.get(entry.paper, anywhere)
            for i in named:
                found.setdefault(i, PaperQuotes(paper=1)).actions += entry.actions
            for text in entry.quotes:
                for i in self._holding(text, named, batch):
                    found.setdefault(i, PaperQuotes(paper=1)).quotes.append(text)
        return found

    def _holding(self, text: str, named: Sequence[int], batch: Sequence[int]) -> Sequence[int]:
        """Whose quote it is, if anyone's: of those that hold it the one that is named."""
        return next(([i] for i in (*named, *batch) if self._holds(i, text)), named)

    def _holds(self, place: int, text: str) -> bool:
        return bool(align_in(text, [p.text for p in quotable(self.papers[place])]))

    def _fail(self, batch: Sequence[int], failed: LLMError) -> None:
        self.errors.append(failed)
        self._keep({i: Reading(failed=failed.message) for i in batch})

    def _keep(self, given: Mapping[int, Reading]) -> None:
        self.readings.update(given)
        self.on_done(len(self.readings))
