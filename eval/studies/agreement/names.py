"""What scores, people and comparisons of the meta-evaluation are called."""

from collections.abc import Mapping

from eval.domain.agreement import HumanGroup, JudgeDifference, Rater, ReportScore

LEVEL = 0.05
LABELS: Mapping[ReportScore, str] = {
    ReportScore.PREFERENCE: "Preference",
    ReportScore.ANSWER_PRECISION: "Answer precision",
    ReportScore.ANSWER_RECALL: "Answer recall",
    ReportScore.CITATION_PRECISION: "Citation precision",
    ReportScore.CITATION_RECALL: "Citation recall",
    ReportScore.OVERALL: "Overall",
    ReportScore.OVERALL_CITATION: "Overall, citations",
    ReportScore.OVERALL_WITHOUT_RECALL: "Overall, without recall",
}
WHO: Mapping[HumanGroup, str] = {
    HumanGroup.ASKER: "the authors of the questions",
    HumanGroup.ANNOTATOR_1: "annotator 1",
    HumanGroup.ANNOTATOR_2: "annotator 2",
    HumanGroup.AGREEING: "both annotators where they agree",
}


def name_of(rater: Rater, score: ReportScore | None) -> str:
    return rater.name if score is None else f"{rater.name}, {LABELS[score].lower()}"


def is_apart(d: JudgeDifference) -> bool:
    return d.difference.low > 0 or d.difference.high < 0
