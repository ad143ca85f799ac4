"""`myscholar` whose recorded texts stop growing while a file `held` lies in its home:
held_recording.py ARGUMENTS. A process of its own, as a worker."""

import asyncio
import os
from dataclasses import dataclass, field
from pathlib import Path

from myscholar.gateways.llm import recorded
from myscholar.gateways.pacing import Sleep
from myscholar.surfaces.cli.main import main

HELD = "held"


async def sleep_while_held(seconds: float) -> None:
    await asyncio.sleep(seconds)
    is_of_text = seconds == recorded._STEP_S
    while is_of_text and (Path(os.environ["MYSCHOLAR_HOME"]) / HELD).exists():
        await asyncio.sleep(0.02)


@dataclass(frozen=True)
class HeldSender(recorded.RecordedSender):
    sleep: Sleep = field(default=sleep_while_held)


if __name__ == "__main__":
    recorded.RecordedSender = HeldSender  # type: ignore[misc]
    main()
