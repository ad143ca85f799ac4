"""Verbatim quotes from the papers found. Source: MySQA §2.3; Ai2 ScholarQA (Singh et al., 2025)."""

from collections.abc import Collection, Sequence

from myscholar.domain.actions import Action, Stage
from myscholar.domain.evidence import ActionId, Evidence, Hit, Quote, QuoteId
from myscholar.domain.model import Frozen
from myscholar.domain.orders import Visibility
from myscholar.domain.papers import Paper, PaperId, Passage
from myscholar.domain.runs import ignore
from myscholar.domain.text import Span, counted, fold
from myscholar.gateways.llm.llm import LLM
from myscholar.report.llm.align import SMALL_GAP, align_in, n_words
from myscholar.report.llm.draft_text import number_of
from myscholar.report.llm.excerpts import quotable
from myscholar.report.llm.reader import FIRST_OWN
from myscholar.report.llm.reading import Closer, Done, Reading, as_found, read_papers
from myscholar.report.llm.shown import Numbered, ids_of, number_actions

MOST_WORDS = 220
"""Words that are kept of one paper; a model is asked for at most 120. By hand."""
LONGEST_JOINED = 600
"""Characters of a quote beyond which nothing is joined to it: the outline shows 700, and what a
model chose last would be cut off there. By hand."""

FEWEST_OF_A_COPY = 8
"""Words of a quote from which on it is a copy where another paper has it word for word: two papers
that share less may both have said it. By hand."""

_ALTERED = "what was quoted is not in the paper"
_AS_ASKED = "left out as an action asks"
_NO_HELP = "nothing in its passages helps with the question"
_TWICE = "it says the same, word for word, as a paper that is read already"


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
    """Which papers could not be read."""
    origin: str = ""
    """The model that picked them."""
    passages: tuple[Passage, ...] = ()
    """Those that quotes rest on beyond what the search found."""
    n_requests: int = 0
    """To Semantic Scholar, for such passages; those of the last reading."""

    @property
    def told(self) -> tuple[str, ...]:
        """What the reader should know, over all readings."""
        n = sum(dropped.reason == _ALTERED for dropped in self.dropped)
        altered = (
            f"{counted(n, 'paper')} {'was' if n == 1 else 'were'} left out because what the model "
            "quoted is not in the text."
        )
        return (*self.notes, altered) if n else self.notes


async def extract_quotes(
    question: str,
    papers: Sequence[Hit],
    actions: Sequence[Action] = (),
    *,
    llm: LLM,
    visibility: Visibility = Visibility.ALL,
    known: Quotes | None = None,
    in_depth: Collection[PaperId] = (),
    closer: Closer = as_found,
    on_done: Done = ignore,
) -> Quotes:
    """Reads the papers, those `in_depth` each alone, with what `closer` gives of them and for more
    words; those that were read before (`known`) are not read again.

    Known quotes stand first and keep their ids. A quote that is not in the paper is dropped, and so
    is a paper that could not be read; the notes count both. Raises LLMError as `read_papers` does.
    """
    seen = number_actions(actions, Stage.SEARCH_ADD, visibility)
    before = known or Quotes()
    new = [hit for hit in papers if hit.paper.paper_id not in before.read]
    hits = [hit for hit in new if quotable(hit.paper)]
    papers_read, readings = await read_papers(
        question, hits, seen, in_depth, llm=llm, closer=closer, on_done=on_done
    )
    as_read = [
        hit.model_copy(update={"paper": p}) for hit, p in zip(hits, papers_read, strict=True)
    ]
    made = gather(as_read, readings, seen, before)
    searched = {passage.passage_id for hit in hits for passage in hit.paper.passages}
    quoted = {quote.evidence.passage_id for quote in made.quotes} - searched
    more = (p for paper in papers_read for p in paper.passages if p.passage_id in quoted)
    return made.model_copy(update={"passages": (*before.passages, *more)})


def gather(
    hits: Sequence[Hit], readings: Sequence[Reading], seen: Numbered, known: Quotes = Quotes()
) -> Quotes:
    """The replies, one a hit in the same order, as quotes with evidence, after those known; never
    so many that their numbers would be those of the reader's papers, and none that another paper
    has word for word: versions of one text are no two witnesses."""
    of_text = {fold(q.evidence.text): q.evidence.paper_id for q in known.quotes}
    quotes, dropped = list(known.quotes), list[Dropped]()
    read, last = list(known.read), max(map(number_of, quotes), default=0)
    for hit, reading in zip(hits, readings, strict=True):
        reply, paper_id = reading.reply, hit.paper.paper_id
        if reply is None:
            dropped.append(Dropped(paper_id=paper_id, reason=reading.failed))
            continue
        read.append(paper_id)
        all_found = _spans(hit.paper, reply.quotes)
        own = [s for s in all_found if _is_own(paper_id, *s, of_text)]
        found = own[: max(0, FIRST_OWN - 1 - last)]
        ids = ids_of(reply.actions, seen)
        for n, (passage, span) in enumerate(found, last + 1):
            quote = Quote(
                quote_id=QuoteId(f"q{n}"),
                evidence=Evidence.of_passage(passage, *span),
                relevance=min(1.0, max(0.0, hit.score)),
                action_ids=ids,
            )
            quotes.append(quote)
        last += len(found)
        if all_found and not own:
            dropped.append(Dropped(paper_id=paper_id, reason=_TWICE))
        elif not found and any(text.strip() for text in reply.quotes):
            dropped.append(Dropped(paper_id=paper_id, reason=_ALTERED))
        elif not found:
            reason = _AS_ASKED if ids else _NO_HELP
            dropped.append(Dropped(paper_id=paper_id, reason=reason, action_ids=ids))
    return Quotes(
        quotes=tuple(quotes),
        read=tuple(read),
        dropped=(*known.dropped, *dropped),
        notes=(*known.notes, *_notes(readings)),
        origin=next((r.model for r in readings if r.reply), known.origin),
    )


def _is_own(paper_id: PaperId, passage: Passage, span: Span, of_text: dict[str, PaperId]) -> bool:
    """Whether no other paper said this before; it is noted as this one's then."""
    text = span.of(passage.text)
    return n_words(text) < FEWEST_OF_A_COPY or of_text.setdefault(fold(text), paper_id) == paper_id


def _spans(paper: Paper, quotes: Sequence[str]) -> tuple[tuple[Passage, Span], ...]:
    """The verbatim stretches behind the quotes of one paper, in the order of its passages, the
    neighbours of one quote joined; what overlaps or goes beyond MOST_WORDS is left out."""
    passages = quotable(paper)
    kept: list[tuple[int, Span]] = []
    words = 0
    for text in quotes:
        for number, span in _joined(align_in(text, [p.text for p in passages])):
            words += n_words(span.of(passages[number].text))
            if kept and words > MOST_WORDS:
                break
            if not any(n == number and span.start < s.end and s.start < span.end for n, s in kept):
                kept.append((number, span))
    return tuple((passages[number], span) for number, span in sorted(kept))


def _joined(spans: Sequence[tuple[int, Span]]) -> list[tuple[int, Span]]:
    """What was skipped between two that stand close together comes back: the reader sees one
    stretch of the passage, which says what it is about."""
    joined: list[tuple[int, Span]] = []
    for number, span in spans:
        last, one = joined[-1] if joined else (-1, span)
        is_near = span.end - one.start <= LONGEST_JOINED and span.start - one.end <= SMALL_GAP
        if last == number and (span.start <= one.end or is_near):
            joined[-1] = (number, Span(one.start, max(one.end, span.end)))
        else:
            joined.append((number, span))
    return joined


def _notes(readings: Sequence[Reading]) -> tuple[str, ...]:
    failures = [r.failed for r in readings if r.reply is None]
    if not failures:
        return ()
    return (
        f"{counted(len(failures), 'paper')} could not be read by the model and "
        f"{'is' if len(failures) == 1 else 'are'} missing: {failures[0]}",
    )
