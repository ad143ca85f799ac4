"""What the benchmark asks of a system."""

from typing import Protocol

from eval.domain.instance import Instance
from eval.domain.output import Output
from myscholar.errors import (
    BadSettings,
    CorpusError,
    EngineUnavailable,
    LLMBudgetSpent,
    LLMKeyRefused,
    LLMNoCredit,
    LLMUnknownModel,
    MyScholarError,
    StorageError,
    UnknownName,
)

CONCERNS_ALL = (
    BadSettings,
    CorpusError,
    EngineUnavailable,
    LLMBudgetSpent,
    LLMKeyRefused,
    LLMNoCredit,
    LLMUnknownModel,
    StorageError,
    UnknownName,
)
"""Every further instance would meet these too: they end the run, and count as no failure."""


class System(Protocol):
    """Answers instances, several at once. Cancelling passes through."""

    @property
    def name(self) -> str:
        """Stands beside every figure."""

    @property
    def identity(self) -> str:
        """What an output depends on beside instance and code, in words: engine, models, file."""

    async def answer(self, instance: Instance) -> Output:
        """`error` says why something is missing. Raises one of CONCERNS_ALL and no other."""

    def close(self) -> None:
        """Frees what it holds."""


def error_line(error: MyScholarError) -> str:
    """`NAME: message`, in one line."""
    return f"{type(error).__name__}: {' '.join(str(error).split())}"
