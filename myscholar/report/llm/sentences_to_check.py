"""Sentences of a draft with all words that may bear them out: the quotes that they cite, their
papers, and what is told of the reader's own."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from myscholar.domain.drafts import Draft
from myscholar.domain.evidence import Evidence
from myscholar.domain.papers import Paper, PaperId, short_authors
from myscholar.domain.text import fold
from myscholar.report.llm.draft_text import number_of, words_of
from myscholar.report.llm.lexical import CitedSentence, cited_in, statements
from myscholar.report.llm.reader import AboutReader, short_name
from myscholar.text.lexicons import pattern
from myscholar.text.notation import RAW

_YOURS = pattern("doubts.yours")
_YOUR_PAPER = pattern("doubts.your_paper")


def speaks_to_reader(sentence: str) -> bool:
    return bool(_YOURS.search(sentence))


@dataclass(frozen=True)
class SentencesToCheck:
    draft: Draft
    sentences: tuple[CitedSentence, ...]
    ideas: frozenset[CitedSentence]
    """Those that are the writer's own proposals."""
    papers: Mapping[PaperId, Paper]
    reader: AboutReader
    is_summary_read: bool = False
    """Whether the section's summary was there before: it is not judged by the new sentences."""

    @cached_property
    def ascribing(self) -> Mapping[int, CitedSentence]:
        """Those that say something of papers, by their place: they cite, or speak of one of the
        reader's."""
        found = enumerate(self.sentences)
        return {i: s for i, s in found if s.cited or self.names_own_paper(s)}

    @cached_property
    def to_judge(self) -> Mapping[int, CitedSentence]:
        """Those that a judge can read against quotes, by their place: what ascribes, and where the
        section cites at all the others, but for code and for words that lead to a list."""
        if not self.cited:
            return self.ascribing
        code = [match.span() for match in RAW.finditer(self.draft.text) if "\n" in match.group()]
        return {
            i: s
            for i, s in enumerate(self.sentences)
            if i in self.ascribing
            or (
                not s.text.rstrip().endswith(":")
                and not any(start < s.span.end and s.span.start < end for start, end in code)
            )
        }

    @cached_property
    def cited(self) -> tuple[int, ...]:
        """Numbers of the quotes that the section cites, also in sentences that are not checked."""
        return cited_in(self.draft.text)

    def quoted_by(self, sentence: CitedSentence) -> tuple[Evidence, ...]:
        quotes = self.draft.plan.quotes
        return tuple(q.evidence for q in quotes if number_of(q) in sentence.cited)

    def words_for(self, sentence: CitedSentence) -> tuple[str, ...]:
        """Of its quotes; of those of the reader's papers where it cites none and speaks of them."""
        own = () if sentence.cited else (q.evidence for q in self.reader.quotes)
        return tuple(words_of(e) for e in (*self.quoted_by(sentence), *own))

    def papers_of(self, sentence: CitedSentence) -> list[Paper]:
        cited = dict.fromkeys(e.paper_id for e in self.quoted_by(sentence))
        return [self.papers[p] for p in cited if p in self.papers]

    def quoted_for(self, sentence: CitedSentence) -> str:
        """Its quotes with what names their papers, and, where it speaks of them, the reader's."""
        said = [e.text for e in self.quoted_by(sentence)]
        for p in self.papers_of(sentence):
            said += [p.title, *p.authors, p.venue or "", str(p.year or "")]
        if self.speaks_of_reader(sentence):
            said.append(self.reader.text)
        return " ".join(said)

    def sources_of(self, sentence: CitedSentence) -> str:
        """And the rest of the papers."""
        papers = self.papers_of(sentence)
        rest = (passage.text for p in papers for passage in p.passages)
        names = (short_authors(p.authors) for p in papers)
        return " ".join([self.quoted_for(sentence), *names, *rest])

    def quotable_by(self, sentence: CitedSentence) -> str:
        """What may stand in quotation marks: the cited papers' own words and titles, never a
        summary's; and the reader's papers'."""
        cited = {e.paper_id for e in self.quoted_by(sentence)}
        evidence = (q.evidence for q in self.draft.plan.quotes)
        said = [e.text for e in evidence if e.paper_id in cited and e.kind.is_verbatim]
        for p in self.papers_of(sentence):
            said += [p.title, *(passage.text for passage in p.passages if passage.kind.is_verbatim)]
        return " ".join([*said, self.reader.text])

    def speaks_of_reader(self, sentence: CitedSentence) -> bool:
        """By itself or, in the same paragraph, by the sentence before: "Your 2024 paper asks it.
        Its judges fail in 22 cases ..." speaks of one thing."""
        return self.names_own_paper(sentence) or speaks_to_reader(self._with_one_before(sentence))

    def names_own_paper(self, sentence: CitedSentence) -> bool:
        """Whether it names one of the reader's papers by its title, its authors and year, or as
        theirs."""
        if not self.reader.text:
            return False
        said = f" {fold(sentence.text)} "
        return (
            bool(_YOUR_PAPER.search(sentence.text))
            or any(f" {name} " in said for name in self._own_names)
            or any(found.start() for found in self._own_words.finditer(sentence.text))
        )

    @cached_property
    def _own_papers(self) -> tuple[Paper, ...]:
        own = dict.fromkeys(q.evidence.paper_id for q in self.reader.quotes)
        return tuple(self.papers[p] for p in own if p in self.papers)

    @cached_property
    def _own_names(self) -> frozenset[str]:
        """Titles, what stands before their colon, and authors with the year."""
        names = {fold(text) for p in self._own_papers for text in (p.title, short_name(p.title))}
        authors = (
            fold(f"{short_authors(p.authors)} {p.year}")
            for p in self._own_papers
            if p.authors and p.year
        )
        return frozenset({*(name for name in names if " " in name), *authors})

    @cached_property
    def _own_words(self) -> re.Pattern[str]:
        """Short names of one word, which count with a capital inside a sentence or in quotation
        marks."""
        names = {short_name(p.title) for p in self._own_papers}
        single = [re.escape(name) for name in names if name[:1].isupper() and name.isalnum()]
        return re.compile(rf"\b(?:{'|'.join(single)})\b" if single else r"(?!)")

    @cached_property
    def _starts(self) -> tuple[int, ...]:
        """Where the draft's sentences begin, in order."""
        return tuple(s.span.start for s in statements(self.draft.text))

    def _with_one_before(self, sentence: CitedSentence) -> str:
        text, start = self.draft.text, sentence.span.start
        paragraph = text.rfind("\n", 0, start) + 1
        before = [at for at in self._starts if paragraph <= at < start]
        return f"{text[before[-1] : start] if before else ''}{sentence.text}"
