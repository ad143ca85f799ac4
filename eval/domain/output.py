"""What a system made of an instance. What needs a missing part is not measured."""

from eval.domain.report import ScholarReport
from myscholar.domain.model import Frozen
from myscholar.domain.profile import ProfileAspect


class OutputInference(Frozen):
    """As it is judged: without numbers of papers in its text."""

    text: str
    aspect: ProfileAspect
    cited: tuple[str, ...] = ()


class OutputAction(Frozen):
    text: str
    personalized: bool
    chosen: bool = False


class Output(Frozen):
    instance_id: str
    system: str
    inferences: tuple[OutputInference, ...] = ()
    actions: tuple[OutputAction, ...] = ()
    report: ScholarReport | None = None
    plain_report: ScholarReport | None = None
    """From the question alone: what uniqueness is measured against. Source: MySQA §3.2."""
    seconds: float = 0
    dollars: float | None = 0.0
    """None: a price is unknown."""
    model_calls: int = 0
    error: str = ""
    """Why something is missing, as `NAME: message`; never part of a text."""

    @property
    def chosen(self) -> tuple[OutputAction, ...]:
        return tuple(a for a in self.actions if a.chosen)
