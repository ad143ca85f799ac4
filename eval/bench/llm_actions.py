"""The eight actions of `llm_actions.toml`."""

import tomllib
from pathlib import Path

from myscholar.domain.actions import Action

TEXTS = Path(__file__).with_suffix(".toml")


def eight_actions() -> tuple[Action, ...]:
    rows = tomllib.loads(TEXTS.read_text(encoding="utf-8"))["actions"]
    given = {"personalized": False, "enabled": True}
    return tuple(
        Action.model_validate({**given, **row, "action_id": f"bench-{number}"})
        for number, row in enumerate(rows, 1)
    )
