"""All detectors on the user study, and all hand-made cases."""

from collections.abc import Mapping
from pathlib import Path

from eval.datasets.interview_files import read_interviews
from eval.studies.detectors.actions import ActionDetector
from eval.studies.detectors.cases import CaseFigures, try_cases
from eval.studies.detectors.executions import detect_execution
from eval.studies.detectors.figures import Figures, figures
from eval.studies.detectors.inferences import InferenceDetector
from eval.studies.detectors.kept import FalseAlarms, false_alarms
from eval.studies.versions import versions
from myscholar.domain.flags import ErrorType
from myscholar.domain.model import Frozen
from myscholar.text.background import Background

INTERVIEWS = Path("data/interviews")
OF_INFERENCES = (ErrorType.DOMAIN, ErrorType.OVERCLAIM, ErrorType.CONVENTION, ErrorType.CONTRAST)
OF_ACTIONS = (ErrorType.NARROW, ErrorType.OFFTOPIC)
OF_REPORTS = (ErrorType.UNINFORM, ErrorType.PRESENT, ErrorType.IGNORE)
NOTES = (
    "Few judgments: 9 to 19 complaints a type, of 11 users. Intervals of precision and recall "
    "take items for independent.",
    "The flags' rules were written by people who had read these judgments, so their precision here "
    "is an upper end; thresholds of `left_out` were not chosen on the user that they are tried on.",
    "Written by hand, not judged by users: STRENGTH, STYLE, IMPOSSIBLE, TRUST, VAGUE, EXPERT, "
    "FACTUAL, and the three GLOBAL types.",
    "UNIMPORT has neither: only the researcher knows what matters to them.",
)


class DetectorResults(Frozen):
    benchmark: str = "detectors"
    dataset: str
    seed: int
    versions: Mapping[str, str]
    figures: tuple[Figures, ...]
    false_alarms: tuple[FalseAlarms, ...]
    cases: tuple[CaseFigures, ...]
    notes: tuple[str, ...] = NOTES


def run(shared: Path, background: Background, *, seed: int) -> DetectorResults:
    """Raises UnreadableFile where the study can't be read."""
    interviews = read_interviews(shared / INTERVIEWS)
    of_inference = InferenceDetector(interviews, background)
    of_action = ActionDetector(interviews, background)
    return DetectorResults(
        dataset=f"interviews: {len(interviews.users)} users",
        seed=seed,
        versions=versions(),
        figures=(
            *figures(interviews.inferences, of_inference, OF_INFERENCES, seed=seed),
            *figures(interviews.actions, of_action, OF_ACTIONS, seed=seed),
            *figures(interviews.executions, detect_execution, OF_REPORTS, seed=seed),
        ),
        false_alarms=false_alarms(interviews, of_inference),
        cases=try_cases(background),
    )
