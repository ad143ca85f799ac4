"""Whether a report holds what experts ask for: a criterion's own words, looked up paragraph by
paragraph. Source: MySQA §3.2, answer coverage.

861 pairs of the criteria of 63 questions with a real report of seven systems: own question against
another one AUC 0.94, against the nearest other question 0.93 (without the lower weight for the
question's words 0.97 and 0.95, since the question's words alone give its reports away). At MET 65 %
of own, 4 % of the nearest and 4 % of other questions' reports pass, at PART 88 %, 20 % and 16 %.
Chosen anew in five folds by question (3,500 pairs, nearest by words), the best threshold between
own and nearest is 0.37 or 0.38, between the two; on the other folds it is right in 0.82 of them,
PART and MET in 0.80 each. "Near the beginning" is not looked at.

That is the topic. Whether a report on the topic holds this very point words hardly see: without the
question's words own and nearest part with AUC 0.66 only. On the 44 reports (one system) that the
published judge scored and that are here, the two do not go together (Spearman correlation 0.0), and
this judge is kinder: 0.78 to 0.67 in the mean. The calibration above would make it kinder still;
higher thresholds mend the mean, not the order. One paragraph, the whole report, other weights of
the question's words, and the experts' quotes beside the criterion were tried (36 ways, at best 0.15
where chance has a standard error of 0.15). So take it for a check that the points are touched upon,
and ask a model whether they are made.
"""

from collections.abc import Sequence
from itertools import pairwise

from eval.domain.judgment import Judgment, Scored, Unscored
from eval.domain.report import ScholarReport
from eval.domain.rubric import Criterion
from eval.judges.local.lexicon import word_set
from eval.judges.local.report_text import paragraphs_of
from eval.judges.local.words import Words, foreign, stems
from myscholar.text.terms import content_stems

MET, PART = 0.5, 0.3
"""Share of its weighed words in two neighbouring paragraphs: met, and met in part."""
OF_THE_QUESTION = 0.5
"""Weight of words that the question has too: any answer has them."""
_INSTRUCTS = frozenset(s for word in word_set("criteria.instructs") for s in content_stems(word))


def judge_coverage(
    query: str, criteria: Sequence[Criterion], report: ScholarReport, words: Words
) -> tuple[Judgment, ...]:
    text = report.text
    if not text.strip():
        return tuple(Unscored(reason="EmptyReport: the report has no text.") for _ in criteria)
    if foreign(text):
        return tuple(
            Unscored(
                reason="ForeignText: the report is not in English; its words can't be compared."
            )
            for _ in criteria
        )
    single = [stems(p) for p in paragraphs_of(report)]
    places = [a | b for a, b in pairwise(single)] or single
    return tuple(_judge_criterion(query, criterion, places, words) for criterion in criteria)


def _judge_criterion(
    query: str, criterion: Criterion, places: Sequence[frozenset[str]], words: Words
) -> Judgment:
    asked = {
        s: w * (OF_THE_QUESTION if s in stems(query) else 1)
        for s, w in words.weights(criterion.text).items()
        if s not in _INSTRUCTS
    }
    if not asked:
        return Unscored(reason="NoTerms: the criterion names nothing that could be looked up.")
    share = max((words.share(asked, place) for place in places), default=0.0)
    return Scored(
        score=1 if share >= MET else 0.5 if share >= PART else 0,
        reason=f"One place holds {share:.0%} of its words by weight.",
    )
