"""A further question to a report's sources without a model: the sentences that come closest, side
by side, by paper, or that none was found.

What a question asks for is its topic, each word by how rare it is in the field, and beside it a
kind of sentence, as a column of a table does: one that tells data, gives a figure, names a limit.
A paper that is about the topic answers with a sentence of that kind, though it says "our method";
where no kind is asked for, what the question adds to the report's must stand in the sentence.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence, Set
from dataclasses import dataclass, replace

from myscholar.domain.answers import Coverage
from myscholar.domain.evidence import Evidence, Hit
from myscholar.domain.model import Frozen
from myscholar.domain.papers import Paper, PaperId, Passage
from myscholar.domain.report import Reference, Section, SectionFormat
from myscholar.domain.tables import ColumnId, TableColumn
from myscholar.domain.text import Span, counted, listed, shorten
from myscholar.report.extractive.asked_kind import MAYBE, AskedKind, kind_asked
from myscholar.report.extractive.cells import fill_rows
from myscholar.report.extractive.choice import ALIKE
from myscholar.report.extractive.doing import grouped_by_paper, n_papers
from myscholar.report.extractive.quotes import CandidateSentence, statements_of
from myscholar.report.extractive.relevance import text_of
from myscholar.report.extractive.section_builder import Bibliography, SectionBuilder
from myscholar.report.framing import Framing, Joint
from myscholar.report.quality import dangles
from myscholar.text.background import Background
from myscholar.text.common_words import ACADEMIC_WORDS
from myscholar.text.lexicons import pattern
from myscholar.text.question_kind import QuestionKind, kind_of
from myscholar.text.question_words import is_frame, is_verb
from myscholar.text.sentences import sentence_spans
from myscholar.text.similarity import overlap
from myscholar.text.terms import content_stems, is_content, stem, tokens

NONE = "No sentence was found that {does_what}."
NO_TOPIC = "The question names nothing to look for. Ask for a thing, a limit, a figure or a reason."
UNCITED = "Found by the search, not cited in the report:"
DIFFER = "Some of these sentences deny something and others do not: read them against each other."
LONGEST_TITLE = 200
"""Characters of an answer's title; by hand."""
MOST, A_PAPER, MOST_PAPERS, FEW = 8, 2, 12, 3
"""Quotes of an answer, and of one paper in it, at most; of one that asks for no topic, a quote a
paper, and papers with a sentence surely of the kind from which on others are left out. By hand."""
LONGEST_PAIR = 500
"""Characters of a quote that takes in the sentence before it, on which it leans; by hand."""
BEFORE, TITLE, AROUND = 0.8, 0.8, 0.3
"""What a word counts that stands in the sentence before, in the paper's title, or else in the
passage, beside 1 in the sentence itself; by hand."""
ALL_TOLD, NEW, SHARED = 0.65, 0.5, 0.6
"""Share of the topic's weight that a sentence must hold together with what is around it, where no
kind of sentence is asked for; of what the question adds to the report's, by its own words unless a
kind is; and of what it shares with that one, together with what is around it. By hand."""
SPREAD = 0.3
"""Share of the papers from which on a word that they hold counts as one of the report's question;
by hand."""
ON_SUBJECT = 0.2
"""Share of the report's subject that what is around a sentence must hold, where the question shares
no word with it and the report does not cite the paper. By hand."""
OF_KIND, CITED, MOTIVE = 0.6, 0.4, 0.3
"""What a sentence gains that is surely of the kind asked for, and one of a paper that the report
cites; what it costs to tell why its authors set out, not what they found. By hand."""
TELLING = 4.0
"""Idf of the field from which on it is told that a word of the question is in no quote; by hand."""
RARE, LEAST, EVERYDAY = 7.0, 2.0, 1.0
"""Most and least that a word of the question weighs, in idf of the field, and what one weighs that
names no thing; by hand."""
BESIDE_BEST, UNCITED_BESIDE = 0.6, 0.75
"""Share of the best answer's value that a further one must reach, and one of a paper that the
report does not cite; by hand."""

_OF_PAPERS = pattern("asked_of_reports.of_papers")
_EVERYDAY = pattern("asked_of_reports.everyday")
_DENIES = pattern("asked_of_reports.denies")
_REFERS = pattern("asked_of_reports.refers")
ALL: Set[str] = frozenset()
"""Words of which a share is taken: where none are named, all."""


class QuotedAnswer(Frozen):
    """Whether quotes answer a question nobody has judged. `missing` says in a sentence which of its
    words none of them holds."""

    section: Section
    references: tuple[Reference, ...] = ()
    passages: tuple[Passage, ...] = ()
    missing: str = ""

    @property
    def coverage(self) -> Coverage | None:
        return None if self.references else Coverage.NONE


@dataclass(frozen=True)
class _Placed:
    """A whole sentence with the stems of what is near it: the sentence before it, its paper's
    title, its passage. It is quoted from `start` on: with that sentence where it leans on it."""

    said: CandidateSentence
    start: int
    before: Set[str]
    title: Set[str]
    around: Set[str]

    def share(
        self, weights: dict[str, float], among: Set[str] = ALL, title: float = TITLE
    ) -> float:
        """Of the weight of these words, or of those `among` them, what it has, by its place."""
        places = (
            (self.said.stems, 1.0),
            (self.before, BEFORE),
            (self.title, title),
            (self.around, AROUND),
        )
        wanted = {w: v for w, v in weights.items() if w in (among or weights)}
        had = sum(
            v * max((worth for held, worth in places if w in held), default=0.0)
            for w, v in wanted.items()
        )
        return had / (sum(wanted.values()) or 1.0)

    def holds(self, evidence: Evidence) -> bool:
        is_here = self.said.passage.passage_id == evidence.passage_id
        return is_here and self.start <= evidence.start < self.said.framing.span.end

    def own_share(self, weights: dict[str, float], among: Set[str] = ALL) -> float:
        return _share(weights, self.said.stems, among)


@dataclass(frozen=True)
class _Asked:
    """The topic's words with their weights: `new` are those that the report's question, its
    `subject`, has not. `kind` is that of the sentences, None for any."""

    topic: dict[str, float]
    new: frozenset[str]
    subject: dict[str, float]
    kind: AskedKind | None
    has_own_topic: bool
    wants_both_sides: bool

    def is_answered_by(self, p: _Placed, *, is_cited: bool) -> bool:
        is_bound = self.kind is not None and self.kind.is_bound
        if self.kind and is_bound and not self.kind.gives(p.said):
            return False
        shared = self._shared if self.has_own_topic else frozenset[str]()
        held = p.around | p.title
        if shared and _share(self.topic, held, shared) < SHARED:
            return False
        if not shared and not is_cited and _share(self.subject, held) < ON_SUBJECT:
            return False
        if not self.has_own_topic:
            return self.kind is not None
        if is_bound:
            title = TITLE if self.kind and self.kind.is_own_work else AROUND
            near = p.share(self.topic, self.new, title) if self.new else p.own_share(self.topic)
            return near >= NEW
        told = p.share(self.topic, title=AROUND)
        return told >= ALL_TOLD and p.own_share(self.topic, self.new or ALL) >= NEW

    @property
    def _shared(self) -> Set[str]:
        """What names a thing in the report's question too."""
        return {w for w, v in self.topic.items() if v > EVERYDAY and w not in self.new}

    def value(self, p: _Placed, *, is_cited: bool) -> float:
        gains = OF_KIND * self.kind.gives(p.said) if self.kind else 0.0
        gains += CITED * is_cited - MOTIVE * p.said.is_motive + 0.2 * p.said.quality
        added = p.own_share(self.topic, self.new) if self.new else 0.0
        return p.share(self.topic) + added + gains


def _share(weights: dict[str, float], held: Set[str], among: Set[str] = ALL) -> float:
    """Of the weight of these words, or of those `among` them, what `held` has."""
    wanted = {w: v for w, v in weights.items() if w in (among or weights)}
    return sum(v for w, v in wanted.items() if w in held) / (sum(wanted.values()) or 1.0)


def answer_by_quotes(
    question: str,
    about: Sequence[str],
    hits: Sequence[Hit],
    background: Background,
    *,
    cited: Collection[PaperId] = (),
) -> QuotedAnswer:
    """`about` are what the question goes on from, the nearest first: questions before it and, last,
    the report's own, which say the topic where it names none. `cited` are the papers of the report.
    Deterministic.
    """
    counts = Counter(s for hit in hits for s in _stems(text_of(hit.paper)))
    asked, found = _find(question, about, hits, counts, background, cited)
    title = shorten(question, LONGEST_TITLE)
    if not found:
        said = NONE.format(does_what=asked.kind.does_what if asked.kind else "answers this")
        said = said if asked.kind or asked.has_own_topic else NO_TOPIC
        if unnamed := _unnamed(question, asked, counts.keys(), background):
            said += f" No passage that was read holds {unnamed}."
        return QuotedAnswer(section=Section(title=title, text=said))
    book = Bibliography()
    builder = SectionBuilder(book)
    own = [s for s in found if s.paper.paper_id in cited]
    others = [s for s in found if s.paper.paper_id not in cited]
    _list(builder, own)
    if others and cited:
        builder.begin_line()
        builder.add(UNCITED)
    _list(builder, others)
    held = {w for s in found for w in (*s.stems, *content_stems(s.paper.title))}
    unnamed = _unnamed(question, asked, held, background)
    told = [f"Neither these sentences nor their papers' titles hold {unnamed}."] if unnamed else []
    denying = {bool(_DENIES.search(s.text)) for s in found}
    differ = asked.wants_both_sides and len(denying) > 1 and n_papers(found) > 1
    told += [DIFFER] if differ else []
    return QuotedAnswer(
        section=builder.finish(
            title, _size(len(found), n_papers(found)), format=SectionFormat.LIST
        ),
        references=book.references,
        passages=tuple(book.passages.values()),
        missing=" ".join(told),
    )


def _find(
    question: str,
    about: Sequence[str],
    hits: Sequence[Hit],
    counts: Counter[str],
    background: Background,
    cited: Collection[PaperId],
) -> tuple[_Asked, list[CandidateSentence]]:
    """What is asked, and the sentences that come closest, best first. Where an earlier question
    leads nowhere, it is asked of the report. `counts`: papers by the stems that they hold."""
    spread = {s for s, n in counts.items() if n > SPREAD * len(hits)}
    placed = [p for hit in hits for p in _read(hit.paper)]
    asked = _asked(question, about, counts.keys(), spread, background)
    found = _best(asked, placed, cited)
    if asked.kind and not asked.has_own_topic:
        found = _as_column(question, placed, hits, cited, background) or found
    if not found and len(about) > 1:
        return _find(question, about[-1:], hits, counts, background, cited)
    return asked, found


def _list(builder: SectionBuilder, found: Sequence[CandidateSentence]) -> None:
    for of_paper in grouped_by_paper(found).values():
        builder.begin_line("- ")
        builder.entry(of_paper)


def _size(n_quotes: int, n_papers: int) -> str:
    if n_quotes == 1:
        return "The sentence that comes closest."
    return f"The {n_quotes} sentences that come closest, from {counted(n_papers, 'paper')}."


def _asked(
    question: str,
    about: Sequence[str],
    held: Set[str],
    spread: Set[str],
    background: Background,
) -> _Asked:
    """A question without words of its own goes on from the last one with words that the sources
    hold; one that asks what papers do, and any other without such, from the report's. `spread` are
    those of the held words that many papers share."""
    kind = kind_asked(question)
    is_of_all = _OF_PAPERS.search(question) or (kind and not _REFERS.search(question))
    earlier = () if is_of_all else tuple(_topic_words(q, kind_asked(q)) for q in about[:-1])
    known = (words for words in earlier if held & set(content_stems(" ".join(words))))
    own = _topic_words(question, kind) or next(known, ())
    words = own or tuple(w for q in about[-1:] for w in _topic_words(q))
    telling = content_stems(" ".join(filter(_names_a_thing, words)))
    subject = _weighed(content_stems(about[-1]) if about else (), background)
    topic = _weighed(content_stems(" ".join(words)), background)
    topic |= dict.fromkeys(topic.keys() - set(telling), EVERYDAY)
    return _Asked(
        topic=topic,
        new=frozenset(telling) - subject.keys() - spread,
        subject=subject,
        kind=kind,
        has_own_topic=bool(own),
        wants_both_sides=kind_of(question) is QuestionKind.YES_NO
        or (kind is not None and not kind.is_bound),
    )


def _weighed(stems: Iterable[str], background: Background) -> dict[str, float]:
    return {s: min(max(background.idf(s), LEAST), RARE) for s in stems}


def _topic_words(question: str, kind: AskedKind | None = None) -> tuple[str, ...]:
    """Without those that say what kind of sentence is asked for, and that papers are asked; none
    where no word is left that names a thing."""
    said = _OF_PAPERS.sub(" ", kind.without_its_words(question) if kind else question)
    own = tuple(t.text for t in tokens(said.replace("-", " ")) if is_content(t.text))
    return own if any(map(_names_a_thing, own)) else ()


def _names_a_thing(word: str) -> bool:
    """Not "harder" or "bring", which only say how one asks."""
    low = word.casefold()
    return not (low in ACADEMIC_WORDS or is_verb(low) or is_frame(low) or _EVERYDAY.fullmatch(low))


def _best(
    asked: _Asked, sentences: Sequence[_Placed], cited: Collection[PaperId]
) -> list[CandidateSentence]:
    """Without a topic of its own, a question is answered by sentences of its kind alone, one a
    paper, of the papers that the report cites where there are any."""
    fitting = [p for p in sentences if asked.is_answered_by(p, is_cited=_of(p) in cited)]
    if not asked.has_own_topic:
        fitting = [p for p in fitting if _of(p) in cited] or fitting
    if asked.kind and asked.kind.is_bound:
        sure = [p for p in fitting if asked.kind.gives(p.said) > MAYBE]
        least = 1 if asked.kind.is_sure else MOST if asked.has_own_topic else FEW
        fitting = sure if len(set(map(_of, sure))) >= least else fitting
    valued = [(asked.value(p, is_cited=_of(p) in cited), p) for p in fitting]
    valued.sort(key=lambda v: -v[0])
    a_paper, most = (A_PAPER, MOST) if asked.has_own_topic else (1, MOST_PAPERS)
    kept: list[_Placed] = []
    for worth, p in valued:
        share = BESIDE_BEST if not cited or _of(p) in cited else UNCITED_BESIDE
        if worth < share * valued[0][0] or len(kept) == most:
            continue
        of_paper = sum(_of(k) == _of(p) for k in kept)
        if of_paper < a_paper and all(overlap(p.said.text, k.said.text) < ALIKE for k in kept):
            kept.append(p)
    return [_from(p.said, p.start) for p in kept]


def _as_column(
    question: str,
    placed: Sequence[_Placed],
    hits: Sequence[Hit],
    cited: Collection[PaperId],
    background: Background,
) -> list[CandidateSentence]:
    """What a table's column would tell that asks this of the papers that the report cites: of each
    the sentence behind its cell, at most MOST_PAPERS."""
    papers = [h.paper for h in hits if h.paper.paper_id in cited] or [h.paper for h in hits]
    column = TableColumn(column_id=ColumnId("c1"), name=question, asks=question)
    rows = fill_rows(papers, (column,), background=background, on_done=lambda _: None)
    told = [cell.evidence[0] for row in rows for cell in row.cells if cell.evidence][:MOST_PAPERS]
    behind = (next((p for p in placed if p.holds(evidence)), None) for evidence in told)
    return [_from(p.said, p.start) for p in behind if p]


def _of(p: _Placed) -> PaperId:
    return p.said.paper.paper_id


def _read(paper: Paper) -> list[_Placed]:
    """Its sentences in full, each together with the one before where it leans on that."""
    title = _stems(paper.title)
    spans = {p.passage_id: sentence_spans(p.text) for p in paper.readable}
    around = {p.passage_id: _stems(p.text) for p in paper.readable}
    placed = []
    for s in statements_of(paper, beside_title=True):
        passage = s.passage
        earlier = [x for x in spans[passage.passage_id] if x.start < s.sentence.start]
        before = earlier[-1] if earlier else Span(s.sentence.start, s.sentence.start)
        start, end = s.sentence.start if s.is_verbatim else s.framing.span.start, s.framing.span.end
        leans = dangles(s.text[:1].upper() + s.text[1:]) and end - before.start <= LONGEST_PAIR
        near = _stems(before.of(passage.text))
        said = _from(s, start)
        from_on = before.start if leans else start
        placed.append(_Placed(said, from_on, near, title, around[passage.passage_id]))
    return placed


def _from(s: CandidateSentence, start: int) -> CandidateSentence:
    framing = Framing(Span(start, s.framing.span.end), Joint.SENTENCE)
    return replace(s, framing=framing, stems=_stems(framing.span.of(s.passage.text)))


def _stems(text: str) -> frozenset[str]:
    """With those of hyphenated words as one: "sub-word" is a subword."""
    joined = (t.text.replace("-", "") for t in tokens(text) if "-" in t.text)
    return frozenset((*content_stems(text), *map(stem, joined)))


def _unnamed(question: str, asked: _Asked, held: Set[str], background: Background) -> str:
    """Words that the question adds to the report's and that name a thing and are not held, in
    words."""
    words = {w: set(content_stems(w)) for w in _topic_words(question, asked.kind)}
    unnamed = (
        f"“{w}”"
        for w, own in words.items()
        if own & asked.new and not held & own and max(map(background.idf, own)) > TELLING
    )
    return listed(tuple(unnamed))
