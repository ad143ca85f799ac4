"""What a model was paid for, in a folder that several commands work in."""

from pathlib import Path

from eval.studies.lines import Lines
from eval.studies.run_folder import PaidCall
from myscholar.domain.runs import ModelCall


class Payments:
    """Of the models named; of calls by others in the same file nothing is counted."""

    def __init__(self, folder: Path, *models: str) -> None:
        self._lines = Lines(folder / "calls.jsonl", PaidCall)
        self._paid = [each.dollars for each in self._lines.read() if each.judge in models]

    def add(self, call: ModelCall) -> None:
        """What was answered from this machine's own store was paid for before."""
        if not call.replayed:
            self._lines.append(PaidCall(judge=call.model, dollars=call.dollars))
            self._paid.append(call.dollars)

    @property
    def n_calls(self) -> int:
        return len(self._paid)

    @property
    def dollars(self) -> float | None:
        """None: a price is unknown."""
        return None if None in self._paid else self.known_dollars

    @property
    def known_dollars(self) -> float:
        return round(sum((d for d in self._paid if d is not None), start=0.0), 6)

    def left_of(self, budget_usd: float | None) -> float | None:
        return None if budget_usd is None else max(0.0, budget_usd - self.known_dollars)
