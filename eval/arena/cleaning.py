"""Segments as a recording or a caption file has them -> what each speaker said, without noise.

Nothing is reworded: words are only left out (sounds, captions of noise, a word said twice, lines
that a rolling caption shows again).
"""

import re
from collections.abc import Iterable, Iterator
from itertools import pairwise
from pathlib import Path

from pydantic import Field

from eval.domain.arena import SpeakerTurn
from myscholar.domain.model import Frozen
from myscholar.domain.text import one_line
from myscholar.text.lexicons import pattern, word_set

WORDS = str(Path(__file__).with_name("transcripts"))
LEAST_REPEATED = 3
"""Words that a rolling caption shows again at least: fewer may have been said twice. By hand."""
PAUSE_S = 2.0
"""Seconds of silence after a sentence that end a turn where nobody says who speaks. By hand."""
_NOISES, _FILLERS = pattern(f"{WORDS}.noises"), pattern(f"{WORDS}.fillers")
_DOUBLED = word_set(f"{WORDS}.doubled")
_TAG = re.compile(r"</?[^<>\n]{0,80}>|\{\\[^}\n]*\}")
_TWICE = re.compile(r"\b(\w+(?:\s+\w+){0,3})(?:(?:\s*+[,–—-])?\s++\1\b)+", re.IGNORECASE)
_NEAR_BORDER = 8
"""Words before a border that may be said again behind it: twice as many as `_TWICE` holds."""
_BROKEN_OFF = re.compile(r"\b(\w{1,4})[-–—]+,?\s+(?=\1)", re.IGNORECASE)
_ENTITIES = {"&nbsp;": " ", "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#39;": "'"}
_ENTITY = re.compile("|".join(_ENTITIES))
_GAP_BEFORE_MARK = re.compile(r"(?<!\s)\s+([,.;:?!])(?=\s|$)")
_HELD_MARKS = re.compile(r"([,;:])(?:\s*[,;:])+|^[\s,;:.–—-]+")


class Segment(Frozen):
    """What stands in a transcript as one piece."""

    text: str
    speaker: str = ""
    start_s: float | None = Field(default=None, ge=0, allow_inf_nan=False)
    end_s: float | None = None


def clean(text: str) -> str:
    """In one line, without tags, captions of noise, fillers and stutters."""
    text = _ENTITY.sub(lambda m: _ENTITIES[m[0]], _TAG.sub("", text))
    text = _FILLERS.sub("", _NOISES.sub("", text))
    text = _TWICE.sub(_once, _BROKEN_OFF.sub("", one_line(text)))
    said = _HELD_MARKS.sub(r"\1", _GAP_BEFORE_MARK.sub(r"\1", one_line(text)))
    return said.strip()


def _once(said: re.Match[str]) -> str:
    return said[0] if said[1].casefold() in _DOUBLED or said[1].isdigit() else said[1]


def turns_of(segments: Iterable[Segment]) -> tuple[SpeakerTurn, ...]:
    """Segments of one speaker in a row are one turn; of a speaker nobody names, up to a pause."""
    turns: list[SpeakerTurn] = []
    before: Segment | None = None
    for segment in _unrolled(segments):
        text = clean(segment.text)
        if not any(c.isalnum() for c in text):
            continue
        if turns and before and _goes_on(before, segment, turns[-1].text):
            turns[-1] = turns[-1].model_copy(update={"text": _joined(turns[-1].text, text)})
        else:
            named = one_line(segment.speaker)
            turns.append(SpeakerTurn(text=text, speaker=named, start_s=segment.start_s))
        before = segment
    return tuple(
        turn.model_copy(update={"text": turn.text[:1].upper() + turn.text[1:]}) for turn in turns
    )


def _joined(said: str, text: str) -> str:
    """What is said twice across the border is left out; what lies further back was looked at."""
    words = said.rsplit(" ", _NEAR_BORDER)
    n_left = int(len(words) > _NEAR_BORDER)
    near = _TWICE.sub(_once, " ".join([*words[n_left:], text]))
    return " ".join([*words[:n_left], near])


def _goes_on(before: Segment, segment: Segment, said: str) -> bool:
    if segment.speaker != before.speaker:
        return False
    if segment.speaker or before.end_s is None or segment.start_s is None:
        return True
    return segment.start_s - before.end_s < PAUSE_S or said[-1] not in ".?!…"


def _unrolled(segments: Iterable[Segment]) -> Iterator[Segment]:
    """Without the words that a segment repeats of the one before, as rolling captions do."""
    nothing = Segment(text="")
    for before, segment in pairwise((nothing, *segments)):
        shown, words = before.text.split(), segment.text.split()
        n = min(len(shown), len(words))
        again = next((k for k in range(n, LEAST_REPEATED - 1, -1) if shown[-k:] == words[:k]), 0)
        yield segment.model_copy(update={"text": " ".join(words[again:])}) if again else segment
