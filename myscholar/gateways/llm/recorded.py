"""Answers from a recording in place of a model's, at the pace of one who reads along. Nothing
leaves the machine."""

import asyncio
import re
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from pydantic import ValidationError
from pydantic_core import from_json

from myscholar.domain.orders import ORDERS, read_order
from myscholar.domain.recordings import FORMAT, VERSION, RecordedRun, Recording
from myscholar.domain.runs import ModelCall, RunKind, ignore
from myscholar.errors import NotARecording, NotRecorded, UnreadableFile
from myscholar.gateways.llm.config import ModelsConfig, RoleSettings
from myscholar.gateways.llm.request import Listener, Reply, Request
from myscholar.gateways.llm.sender import call_of, replayed_call
from myscholar.gateways.pacing import Sleep

_WORD = re.compile(r"\S+")
LARGEST_BYTES = 64_000_000
_STEP_S = 0.1
"""Between two pieces of an answer."""
_FORM_WORDS = 40


@dataclass(frozen=True)
class RecordedSender:
    """Stands where a `Sender` asks models. Repairs are recorded like first answers."""

    recording: Recording
    on_call: Callable[[ModelCall], None] = ignore
    words_per_s: float = 0.0
    """How fast texts come, and forms as long as forty words take; 0 is at once."""
    sleep: Sleep = field(default=asyncio.sleep)

    async def answer(self, request: Request, listener: Listener) -> Reply:
        """Raises NotRecorded."""
        began, kept = time.time(), self.recording.answers.get(request.key)
        if kept is None:
            self.on_call(call_of(request, error=NotRecorded.__name__, dollars=0.0))
            raise NotRecorded(request.model, request.prompt.name)
        listener.begin()
        if request.reply is None:
            await self._stream(kept.text, listener.on_text)
        else:
            await self._pause(request)
            listener.on_text(kept.text)
        self.on_call(replayed_call(request, started_at=began))
        return Reply(kept.text)

    async def _pause(self, request: Request) -> None:
        """Not the same for all, so that those asked together do not come at one moment."""
        if self.words_per_s:
            share = int(request.key[:4], 16) / 0xFFFF
            await self.sleep((0.4 + 0.6 * share) * _FORM_WORDS / self.words_per_s)

    async def _stream(self, text: str, on_text: Callable[[str], None]) -> None:
        words = [match.end() for match in _WORD.finditer(text)]
        piece = max(1, round(self.words_per_s * _STEP_S))
        for end in words[piece - 1 : -1 : piece] if self.words_per_s else ():
            on_text(text[:end])
            await self.sleep(_STEP_S)
        on_text(text)


def config_of(recording: Recording) -> ModelsConfig:
    """The models as they were asked; none of them can be reached by it."""
    return ModelsConfig(
        chains={role: recorded.chains for role, recorded in recording.roles.items()},
        roles={
            role: RoleSettings.model_validate(
                {"temperature": recorded.temperature, "thinking": recorded.thinking}
            )
            for role, recorded in recording.roles.items()
        },
    )


def read_recording(path: Path) -> Recording:
    """Raises UnreadableFile: missing, damaged, of another version, or something else than a
    recording."""
    stored = _read_json(path)
    if not isinstance(stored, dict) or stored.get("format") != FORMAT:
        raise NotARecording(path, "this is no recording.")
    if stored.get("version") != VERSION:
        maker = stored.get("made_with")
        made_with = f" It was made with myscholar {maker}." if isinstance(maker, str) else ""
        raise UnreadableFile(
            path,
            f"the recording is of another version of myscholar and can't be played.{made_with} "
            "Record the run again.",
        )
    try:
        recording = Recording.model_validate(stored)
        config_of(recording)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        fault = f"{'.'.join(map(str, first['loc'][:3]))}: {first['msg']}"
        raise UnreadableFile(path, f"the recording is damaged ({fault}). Copy it again.") from None
    return recording.model_copy(update={"runs": tuple(_whole(r, path) for r in recording.runs)})


def _read_json(path: Path) -> object:
    try:
        if path.stat().st_size > LARGEST_BYTES:
            raise UnreadableFile(
                path,
                f"a recording has at most {LARGEST_BYTES // 1_000_000} MB; this is something else.",
            )
        return from_json(path.read_text(encoding="utf-8-sig"))  # refuses half characters
    except OSError as error:
        raise UnreadableFile(path, f"the recording can't be read ({error.strerror}).") from error
    except ValueError:
        raise UnreadableFile(
            path, "the recording is damaged, or none: it is not whole JSON. Copy it again."
        ) from None


def _whole(run: RecordedRun, path: Path) -> RecordedRun:
    """What the run is given, with all that an order of its kind has; papers to read lie on one
    machine and are in no recording."""
    if run.kind is RunKind.PAPERS:
        return run
    try:
        order = read_order(ORDERS[run.kind], run.inputs)
    except ValidationError:
        raise UnreadableFile(
            path,
            f"the recording is damaged: it holds no order of its run {run.run}. Copy it again.",
        ) from None
    return run.model_copy(update={"inputs": order.model_dump(mode="json")})
