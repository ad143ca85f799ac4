"""Recordings -> segments, by faster-whisper (extra `speech`).

A model that is named and not on this machine is fetched once by that library, from Hugging Face;
a folder of one works without a network.
"""

from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any, Protocol

from eval.arena.cleaning import Segment
from myscholar.domain.model import Frozen
from myscholar.errors import EngineUnavailable, ExtraNotInstalled, UnreadableFile

MEDIA = frozenset({".mp3", ".m4a", ".wav", ".flac", ".ogg", ".opus", ".mp4", ".mkv", ".webm"})
MODEL = "small"
"""Of Whisper: hears English and German well, at about the speed of speech on two cores."""


class Recognizer(Protocol):
    """What is needed of `faster_whisper.WhisperModel`: segments with text, start and end, as they
    are heard, and what is known of the whole."""

    def transcribe(self, audio: str, **options: Any) -> tuple[Iterable[Any], Any]: ...


class Heard(Frozen):
    segments: tuple[Segment, ...]
    language: str = ""
    """ISO 639-1, as it was heard."""


def transcribe(path: Path, recognizer: Recognizer | None = None) -> Heard:
    """Raises ExtraNotInstalled, EngineUnavailable for a model that can't be had, UnreadableFile for
    what is no recording."""
    if not path.is_file():
        raise UnreadableFile(path, "there is no such file.")
    recognizer = recognizer or load_recognizer()
    try:
        pieces, info = recognizer.transcribe(str(path), vad_filter=True)
        segments = tuple(
            Segment(text=p.text.strip(), start_s=float(p.start), end_s=float(p.end)) for p in pieces
        )
    except Exception as error:  # of whichever codec
        raise UnreadableFile(path, f"nothing could be heard in it ({error}).") from error
    return Heard(segments=segments, language=str(getattr(info, "language", "") or ""))


@cache
def load_recognizer(model: str = MODEL) -> Recognizer:
    """Raises ExtraNotInstalled, EngineUnavailable."""
    try:
        from faster_whisper import WhisperModel
    except ImportError as error:
        raise ExtraNotInstalled("speech") from error
    try:
        loaded: Recognizer = WhisperModel(model, device="auto", compute_type="int8")
    except Exception as error:  # of the hub, the disk, or the device
        raise EngineUnavailable("speech", f"the model {model} can't be loaded: {error}") from error
    return loaded
