"""All detectors on the user study, and all hand-made cases."""

from collections.abc import Mapping
from pathlib import Path

from eval.datasets.interview_files import read_interviews
from eval.studies.detectors.actions import detect_action
from eval.studies.detectors.cases import CaseFigures, try_cases
from eval.studies.detectors.executions import detect_execution
from eval.studies.detectors.figures import Figures, figures
from eval.studies.detectors.kept import FalseAlarms, false_alarms
from eval.studies.versions import versions
from myscholar.domain.flags import ErrorType
from myscholar.domain.model import Frozen
from myscholar.text.background import Background

INTERVIEWS = Path("data/interviews")
OF_ACTIONS = (ErrorType.NARROW,)
OF_REPORTS = (ErrorType.UNINFORM,)
NOTES = (
    "Few judgments: 9 to 19 complaints a type, of 11 users. Intervals of precision and recall "
    "take items for independent.",
    "The flags' rules were written by people who had read these judgments, so their precision here "
    "is an upper end; thresholds of `left_out` were not chosen on the user that they are tried on.",
    "Written by hand, not judged by users: TRUST, FACTUAL, and the three GLOBAL types.",
    "No rule raises the other types of profiles and actions any more: on researchers held back "
    "none was right often enough. A model's own doubts can't be tried on these judgments.",
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
    return DetectorResults(
        dataset=f"interviews: {len(interviews.users)} users",
        seed=seed,
        versions=versions(),
        figures=(
            *figures(
                interviews.actions,
                lambda item: detect_action(item, background),
                OF_ACTIONS,
                seed=seed,
            ),
            *figures(interviews.executions, detect_execution, OF_REPORTS, seed=seed),
        ),
        false_alarms=false_alarms(interviews),
        cases=try_cases(background),
    )
