"""Whether a report holds what experts ask for: a criterion's own words, looked up paragraph by paragraph. Source: MySQA §3.2, answer coverage."""

import re
from collections.abc import Sequence

from eval.domain.judgment import Judgment, Scored, Unscored
from eval.domain.report import ScholarReport
from eval.domain.rubric import Criterion
from eval.judges.local.report_text import paragraphs_of
from eval.judges.local.words import Words, foreign, stems
from myscholar.text.terms import content_stems

MET, PART = 0.5, 0.3
"""Share of a criterion's weighed words in the best paragraph from which it is met, and met in part."""
_INSTRUCTS = frozenset(content_stems(
    "answer should near beginning briefly include includes including mention mentions discuss discusses describe explain provide provides list lists enumerate specify highlight define outline present give state point conclude"
    " example examples least such also possibly ideally formally clearly various several some must could would begin start end"
))  # fmt: skip


def judge_coverage(query: str, criteria: Sequence[Criterion], report: ScholarReport, words: Words) -> tuple[Judgment, ...]:
    text = report.text
    if not text.strip():
        return tuple(Unscored(reason="EmptyReport: the report has no text.") for _ in criteria)
    if foreign(text):
        return tuple(Unscored(reason="ForeignText: the report is not in English; its words can't be compared.") for _ in criteria)
    places = [stems(p) for p in paragraphs_of(report)]
    whole = frozenset[str]().union(*places)
    return tuple(_judged(query, criterion, places, whole, words) for criterion in criteria)


def _judged(query: str, criterion: Criterion, places: Sequence[frozenset[str]], whole: frozenset[str], words: Words) -> Judgment:
    asked = {
        s: w for s, w in words.weights(re.sub(r"^the answer\b", "", criterion.text, flags=re.I)).items() if s not in _INSTRUCTS
    }
    own = {s: w for s, w in asked.items() if s not in stems(query)}
    if not asked:
        return Unscored(reason="NoTerms: the criterion names nothing that could be looked up.")
    best = max((words.share(asked, place) for place in places), default=0.0)
    anywhere = words.share(own or asked, whole)
    share = 0.5 * best + 0.5 * anywhere
    said = f"One paragraph holds {best:.0%} of its words by weight, the report {anywhere:.0%} of those that the question does not have."
    return Scored(score=1 if share >= MET else 0.5 if share >= PART else 0, reason=said)
