"""Which sentences of a section are doubtful by their words: numbers and names that no source
holds, quotations that are none, findings that cite nothing."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from myscholar.domain.drafts import Draft
from myscholar.domain.evidence import Evidence
from myscholar.domain.flags import ErrorType, Flag, Severity
from myscholar.domain.papers import Paper, PaperId, short_authors
from myscholar.domain.report import Doubt
from myscholar.domain.text import shorten
from myscholar.report.llm.draft_text import number_of
from myscholar.report.llm.lexical import (
    CitedSentence,
    borne_out,
    find_misquoted,
    find_missing_names,
    find_missing_numbers,
    statements,
    stems,
)
from myscholar.report.llm.section_replies import Support, Verdict
from myscholar.text.lexicons import pattern

FEWEST_SHARED = 0.25
"""Share of a sentence's content words that its sources must hold, where no judge reads it; below it
is doubted. Measured: in answers of experts 8 % of the citations are below, on the bundled sample
none; of citations exchanged for another one half and 85 %."""
FEWEST_WORDS = 5
"""Distinct content words of a sentence from which shares say something; by hand."""
_SHARE = pattern("doubts.share")
_FINDING = pattern("doubts.finding")
_PARTICIPLE = pattern("doubts.participle")
_OWN_THOUGHT = pattern("doubts.own_thought")
_IDEA = pattern("doubts.idea")
_YOURS = pattern("doubts.yours")


@dataclass(frozen=True)
class SentencesToCheck:
    """Sentences of a draft, and all words that may bear them out."""

    draft: Draft
    sentences: tuple[CitedSentence, ...]
    ideas: frozenset[CitedSentence]
    """Those that are the writer's own proposals."""
    papers: Mapping[PaperId, Paper]
    reader: str = ""
    """What is known of the reader's own papers."""

    @property
    def cited(self) -> tuple[CitedSentence, ...]:
        return tuple(s for s in self.sentences if s.cited)

    def quoted_by(self, sentence: CitedSentence) -> tuple[Evidence, ...]:
        quotes = self.draft.plan.quotes
        return tuple(q.evidence for q in quotes if number_of(q) in sentence.cited)

    def papers_of(self, sentence: CitedSentence) -> list[Paper]:
        cited = dict.fromkeys(e.paper_id for e in self.quoted_by(sentence))
        return [self.papers[p] for p in cited if p in self.papers]

    def sources_of(self, sentence: CitedSentence) -> str:
        """Its quotes, the rest of the papers, and, where it speaks of them, the reader's own."""
        said = [e.text for e in self.quoted_by(sentence)]
        for p in self.papers_of(sentence):
            said += [p.title, short_authors(p.authors), p.venue or "", str(p.year or "")]
            said += [*p.authors, *(passage.text for passage in p.passages)]
        if _YOURS.search(self._with_the_sentence_before(sentence)):
            said.append(self.reader)
        return " ".join(said)

    def quotable_by(self, sentence: CitedSentence) -> str:
        """What may stand in quotation marks: the cited papers' own words and titles, never a
        summary's; and the reader's papers'."""
        cited = {e.paper_id for e in self.quoted_by(sentence)}
        evidence = (q.evidence for q in self.draft.plan.quotes)
        said = [e.text for e in evidence if e.paper_id in cited and e.kind.is_verbatim]
        for p in self.papers_of(sentence):
            said += [p.title, *(passage.text for passage in p.passages if passage.kind.is_verbatim)]
        return " ".join([*said, self.reader])

    def _with_the_sentence_before(self, sentence: CitedSentence) -> str:
        """Both, if they are of one paragraph: "Your 2024 paper asks it. Its judges fail in 22 cases
        ..." speaks of one thing."""
        text, start = self.draft.text, sentence.span.start
        paragraph = text.rfind("\n", 0, start) + 1
        before = [s.span.start for s in statements(text) if paragraph <= s.span.start < start]
        return text[before[-1] if before else start : sentence.span.end]


def cited_doubts(
    section: SentencesToCheck, verdicts: Mapping[int, Verdict], language: str
) -> Iterator[Doubt]:
    """A number or a quotation that the sources don't hold counts whatever a judge says; names and
    few shared words only where none has read the sentence. `verdicts` go by the place of the
    sentence among the cited ones, from 0."""
    plan = section.draft.plan
    context = " ".join([plan.title, plan.brief, *(q.evidence.text for q in plan.quotes)])
    for i, sentence in enumerate(section.cited):
        sources, severity = section.sources_of(sentence), Severity.WARNING
        is_idea = sentence in section.ideas
        if numbers := find_missing_numbers(sentence.text, sources, spelled=not is_idea):
            noun = "number" if len(numbers) == 1 else "numbers"
            reason = f"The {noun} {', '.join(numbers)} {_are(numbers)} not in what is cited."
        elif wrong := find_misquoted(sentence.text, section.quotable_by(sentence)):
            words = shorten(wrong[0], 80)
            reason = f"“{words}” stands in quotation marks but not in what is cited."
        elif i in verdicts:
            if verdicts[i].support is Support.SUPPORTED:
                continue
            severity, reason = _verdict_words(verdicts[i])
        elif names := find_missing_names(sentence.text, f"{sources} {context}"):
            severity = Severity.HINT
            reason = f"{', '.join(names)} {_are(names)} not in what is cited."
        elif (
            language == "English"
            and not is_idea
            and len(stems(sentence.text)) >= FEWEST_WORDS
            and borne_out(sentence.text, sources) < FEWEST_SHARED
        ):
            severity = Severity.HINT
            reason = "The sentence shares few words with what it cites; read the quote."
        else:
            continue
        yield doubt_of(sentence, ErrorType.FACTUAL, severity, reason)


def _are(things: Sequence[str]) -> str:
    return "is" if len(things) == 1 else "are"


def _verdict_words(verdict: Verdict) -> tuple[Severity, str]:
    why = f": {shorten(verdict.why, 160).rstrip('.')}." if verdict.why.strip() else "."
    if verdict.support is Support.PARTLY:
        return Severity.HINT, f"A judge finds that the quotes bear this out in part{why}"
    return Severity.WARNING, f"A judge finds that the quotes don't bear this out{why}"


def uncited_doubts(section: SentencesToCheck) -> Iterator[Doubt]:
    """Sentences that state a finding and cite nothing. Sentences that link, conclude or propose are
    the writer's and stand without."""
    found = section.sentences
    for i, sentence in enumerate(found):
        if sentence.cited or sentence in section.ideas or not _states_a_finding(sentence.text):
            continue
        is_taken_up = any(
            borne_out(sentence.text, " ".join(e.text for e in quoted)) >= 0.5
            for following in found[i + 1 : i + 2]
            if (quoted := section.quoted_by(following))
        )
        if not is_taken_up:
            reason = "This states a finding and cites nothing."
            yield doubt_of(sentence, ErrorType.FACTUAL, Severity.HINT, reason)


def names_idea(sentence: str) -> bool:
    return bool(_IDEA.search(sentence))


def speaks_to_reader(sentence: str) -> bool:
    return bool(_YOURS.search(sentence))


def _states_a_finding(sentence: str) -> bool:
    plain = sentence.strip()
    if len(plain.split()) < 7 or plain.endswith(("?", ":")):
        return False
    if _SHARE.search(plain) and not _YOURS.search(plain):
        return True
    reports = _FINDING.search(_PARTICIPLE.sub(" ", plain))
    return bool(reports) and not _OWN_THOUGHT.search(plain)


def doubt_of(sentence: CitedSentence, kind: ErrorType, severity: Severity, reason: str) -> Doubt:
    flag = Flag(error_type=kind, severity=severity, reason=reason)
    return Doubt(start=sentence.span.start, end=sentence.span.end, flag=flag)
