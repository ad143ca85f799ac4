"""Which sentences of a section are doubtful by their words: numbers and names that no source
holds, quotations that are none, findings that cite nothing."""

from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from myscholar.domain.flags import ErrorType, Flag, Severity
from myscholar.domain.report import Doubt
from myscholar.domain.text import are, shorten
from myscholar.report.llm.contradictions import find_contradiction, find_misattributed
from myscholar.report.llm.lexical import (
    CitedSentence,
    borne_out,
    find_misquoted,
    find_missing_names,
    find_missing_numbers,
    stems,
)
from myscholar.report.llm.section_replies import Support, Verdict
from myscholar.report.llm.sentences_to_check import SentencesToCheck, speaks_to_reader
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


class Fault(NamedTuple):
    """What a program finds wrong with a sentence by its words. `is_sure`: whatever a judge says. A
    number in words is not: "on four data sets" may count those that a quote names."""

    reason: str
    severity: Severity = Severity.WARNING
    is_sure: bool = False


def find_fault(section: SentencesToCheck, sentence: CitedSentence) -> Fault | None:
    """A number or a quotation that the sources don't hold, or words that the quotes contradict."""
    sources = section.sources_of(sentence)
    is_idea = sentence in section.ideas
    if numbers := find_missing_numbers(sentence.text, sources, spelled=not is_idea):
        every = " ".join([sources, *(q.evidence.text for q in section.draft.plan.quotes)])
        is_sure = bool(find_missing_numbers(sentence.text, every, spelled=False))
        said = f"The {_numbers(numbers)} {are(numbers)} not in what is cited."
        return Fault(said, is_sure=is_sure)
    if wrong := find_misquoted(sentence.text, section.quotable_by(sentence)):
        words = shorten(wrong[0], 80)
        reason = f"“{words}” stands in quotation marks but not in what is cited."
        return Fault(reason, is_sure=True)
    papers = section.papers_of(sentence)
    if papers and (reason := find_misattributed(sentence.text, papers, sources)):
        return Fault(reason)
    if is_idea:
        return None
    if found := find_contradiction(sentence.text, section.words_for(sentence)):
        return Fault(*found)
    if numbers := find_missing_numbers(sentence.text, section.quoted_for(sentence)):
        reason = f"The {_numbers(numbers)} {are(numbers)} in the paper, but not in the quote."
        return Fault(reason, Severity.HINT)
    return None


def find_distance(
    section: SentencesToCheck, sentence: CitedSentence, language: str
) -> Fault | None:
    """Names that stand nowhere in what is cited, or few shared words: where no judge has read the
    sentence."""
    plan, sources = section.draft.plan, section.sources_of(sentence)
    context = " ".join([plan.title, plan.brief, *(q.evidence.text for q in plan.quotes)])
    if names := find_missing_names(sentence.text, f"{sources} {context}"):
        reason = f"{', '.join(names)} {are(names)} not in what is cited."
        return Fault(reason, Severity.HINT)
    if (
        language == "English"
        and sentence not in section.ideas
        and len(stems(sentence.text)) >= FEWEST_WORDS
        and borne_out(sentence.text, sources) < FEWEST_SHARED
    ):
        reason = "The sentence shares few words with what it cites; read the quote."
        return Fault(reason, Severity.HINT)
    return None


def _numbers(numbers: Sequence[str]) -> str:
    return f"{'number' if len(numbers) == 1 else 'numbers'} {', '.join(numbers)}"


def find_against(verdict: Verdict) -> Fault:
    """What a judge has against a sentence, in words."""
    why = f": {shorten(verdict.why, 160).rstrip('.')}." if verdict.why.strip() else "."
    if verdict.support is Support.PARTLY:
        return Fault(f"A judge finds that the quotes bear this out in part{why}", Severity.HINT)
    return Fault(f"A judge finds that the quotes don't bear this out{why}")


def uncited_doubts(section: SentencesToCheck, judged: Collection[int]) -> Iterator[Doubt]:
    """Sentences that state a finding, cite nothing and are not `judged`. Sentences that link,
    conclude or propose are the writer's and stand without."""
    found = section.sentences
    for i, sentence in enumerate(found):
        if (
            i in section.ascribing
            or i in judged
            or sentence in section.ideas
            or not _states_a_finding(sentence.text)
        ):
            continue
        is_taken_up = any(
            borne_out(sentence.text, " ".join(e.text for e in quoted)) >= 0.5
            for following in found[i + 1 : i + 2]
            if (quoted := section.quoted_by(following))
        )
        if not is_taken_up:
            reason = "This states a finding and cites nothing."
            yield doubt_of(sentence, ErrorType.FACTUAL, Fault(reason, Severity.HINT))


def names_idea(sentence: str) -> bool:
    return bool(_IDEA.search(sentence))


def reports_finding(sentence: str) -> bool:
    """Whether its words tell what a study found or did, a link or conclusion or not."""
    return bool(_FINDING.search(_PARTICIPLE.sub(" ", sentence)))


def _states_a_finding(sentence: str) -> bool:
    plain = sentence.strip()
    if len(plain.split()) < 7 or plain.endswith(("?", ":")):
        return False
    if _SHARE.search(plain) and not speaks_to_reader(plain):
        return True
    return reports_finding(plain) and not _OWN_THOUGHT.search(plain)


def doubt_of(sentence: CitedSentence, kind: ErrorType, fault: Fault, origin: str = "") -> Doubt:
    flag = Flag(error_type=kind, severity=fault.severity, reason=fault.reason, origin=origin)
    return Doubt(start=sentence.span.start, end=sentence.span.end, flag=flag)
