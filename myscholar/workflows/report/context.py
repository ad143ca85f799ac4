"""What every step of a report by a language model has at hand."""

from dataclasses import dataclass, field

from myscholar.domain.actions import Action
from myscholar.domain.interaction import Interaction, Persona
from myscholar.domain.orders import ReportOrder
from myscholar.domain.papers import Paper, PaperId
from myscholar.domain.runs import Event, ModelCall
from myscholar.gateways.llm.llm import LLM
from myscholar.report.llm.reader import AboutReader, about_reader, with_own_papers
from myscholar.report.llm.shown import Numbered, print_asked
from myscholar.runs.run import Run
from myscholar.workflows.report.records import ReportMaterial
from myscholar.workflows.runs.budgets import calls_of
from myscholar.workflows.services import Services


@dataclass
class SectionProgress:
    """Names of sections that are written, of `total` that are to be (0: not known yet)."""

    written: set[str] = field(default_factory=set)
    total: int = 0


@dataclass(frozen=True)
class ReportContext:
    """What every step of one report has at hand."""

    services: Services
    run: Run
    llm: LLM
    order: ReportOrder
    interaction: Interaction | None = None
    """Of a report that is researched with a person."""
    sections: SectionProgress = field(default_factory=SectionProgress)

    async def calls(self) -> tuple[ModelCall, ...]:
        """Every call for the report so far, those of its head start too."""
        return await calls_of(self.services, self.run, self.order.head_start)

    def tell_writing(self, message: str, *, total: int = 0, written: str = "") -> None:
        """Progress of the sections; `total` where it is known now, and the one that is `written`
        now."""
        self.sections.total = total or self.sections.total
        self.sections.written |= {written} if written else set()
        self.run.tell(
            Event(
                step="Writing",
                message=message,
                part=written,
                done=len(self.sections.written),
                total=self.sections.total,
            )
        )

    def papers(self, material: ReportMaterial) -> dict[PaperId, Paper]:
        """All that may be cited: those found and the reader's own."""
        return with_own_papers(material.papers, self.order.profile)

    @property
    def numbered(self) -> Numbered:
        """All chosen actions."""
        return tuple(enumerate(self.actions, 1))

    @property
    def reader(self) -> AboutReader:
        return about_reader(self.order.profile, self.numbered)

    @property
    def question(self) -> str:
        return self.order.question

    @property
    def asked(self) -> str:
        """The question as whoever reads and writes for it is shown it."""
        persona = self.interaction.persona if self.interaction else Persona()
        return print_asked(self.question, persona)

    @property
    def taught_by(self) -> frozenset[PaperId]:
        """Papers that the research learned from."""
        return self.interaction.taught_by if self.interaction else frozenset()

    @property
    def actions(self) -> tuple[Action, ...]:
        return self.order.actions
