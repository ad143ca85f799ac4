"""What a run was given, read again: it may have been stored by another version."""

from collections.abc import Mapping
from typing import Any, TypeVar

from pydantic import ValidationError

from myscholar.domain.model import Frozen
from myscholar.errors import RunNotResumable
from myscholar.runs.run import Run

T = TypeVar("T", bound=Frozen)


def given(kind: type[T], run: Run, inputs: Mapping[str, Any]) -> T:
    """Raises RunNotResumable."""
    try:
        return kind.model_validate(inputs)
    except ValidationError as error:
        reason = "what it was given comes from another version of myscholar. Start anew."
        raise RunNotResumable(run.run_id, reason) from error
