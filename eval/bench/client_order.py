"""What one process of `llm_client` is to do."""

from enum import StrEnum
from pathlib import Path

from myscholar.domain.model import Frozen


class Work(StrEnum):
    REPORT = "report"
    PROFILE = "profile"
    JUDGE = "judge"


class ClientOrder(Frozen):
    work: Work
    out: Path = Path("out.json")
    shared: Path = Path()
    question: str = ""
    user: str = ""
    actions: bool = False
    """Those of `llm_actions`."""
    tables: bool = False
    head_start_s: float = 0.0
    """Before the rest."""
    report: Path | None = None
    trace: Path | None = None
    modules: Path | None = None
    """Names of modules to import before the clocks start; noted there if there is no such file."""
    loud: bool = False
    """A bug's traceback comes through."""
