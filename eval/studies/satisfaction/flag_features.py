"""What the product's own flags say of an item, as features. The rules behind them were written with
some of these judgments in sight: no cross-validation takes that away, so their figures are an upper
end of what they would do for new users.
"""

from collections.abc import Mapping, Sequence

from eval.datasets.interviews import Interviews, JudgedAction, JudgedInference
from eval.studies.detectors.actions import ActionDetector
from eval.studies.detectors.detection import Detection
from eval.studies.detectors.executions import detect_execution
from eval.studies.detectors.inferences import InferenceDetector
from eval.studies.satisfaction.cases import Item
from myscholar.domain.flags import ErrorType
from myscholar.text.background import Background


def flag_features(
    items: Sequence[Item], interviews: Interviews, background: Background
) -> list[dict[str, float]]:
    """For each type of error of the item's kind whether it is flagged, and the detector's score.
    Those of actions and reports read what stands beside them."""
    of_inference, of_action = (
        InferenceDetector(interviews, background),
        ActionDetector(interviews, background),
    )

    def found(item: Item) -> Mapping[ErrorType, Detection]:
        if isinstance(item, JudgedInference):
            return of_inference(item)
        return of_action(item) if isinstance(item, JudgedAction) else detect_execution(item)

    return [_named(found(item)) for item in items]


def _named(detections: Mapping[ErrorType, Detection]) -> dict[str, float]:
    flagged = {f"flag: {kind.value}": float(d.flagged) for kind, d in detections.items()}
    return flagged | {f"score: {kind.value}": d.score for kind, d in detections.items()}
