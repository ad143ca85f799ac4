"""Files of transcripts -> `Seminar`: SubRip, WebVTT, plain text, JSON; audio and video by `speech`.

What a seminar is called and about stands in the JSON, or in lines above the words (`Title: ...`,
`Discipline: ...`, `Language: ...`); else the file's name is the title, and a folder in the given
one the discipline. `talk.de.srt` is in German. A language that nobody gives is told by script, and
for the Latin one by which language's frequent words stand there most.
"""

import json
import re
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path
from typing import Any

from eval.arena.cleaning import WORDS, Segment, turns_of
from eval.arena.speech import MEDIA, transcribe
from eval.domain.arena import Seminar
from myscholar.domain.text import file_name, listed, one_line
from myscholar.errors import InputError, OversizedFile, UnreadableFile
from myscholar.text.lexicons import pattern, word_set

MAX_BYTES = 50_000_000
"""Of a transcript; by hand: an hour of speech is a tenth of a megabyte."""
LEAST_SHARE = 0.08
"""Of the words that must be frequent ones of a language; by hand: in English and German prose a
quarter to a third are."""
LANGUAGES = ("en", "de", "fr", "es", "it")
_NAMES = {"english": "en", "german": "de", "french": "fr", "spanish": "es", "italian": "it"}
_SCRIPTS = (
    ("ja", re.compile(r"[\u3040-\u30ff]")),
    ("ko", re.compile(r"[\uac00-\ud7af]")),
    ("zh", re.compile(r"[\u4e00-\u9fff]")),
    ("ru", re.compile(r"[\u0400-\u04ff]")),
    ("el", re.compile(r"[\u0370-\u03ff]")),
    ("ar", re.compile(r"[\u0600-\u06ff]")),
    ("he", re.compile(r"[\u0590-\u05ff]")),
    ("hi", re.compile(r"[\u0900-\u097f]")),
)
"""Japanese before Chinese: it has characters of both."""
_HEADINGS = pattern(f"{WORDS}.headings")
_FREQUENT = {language: word_set(f"{WORDS}.stop_words_{language}") for language in LANGUAGES}
_TIME = r"(?:(\d{1,3}):)?(\d{1,2}):(\d{1,2})[.,](\d{1,3})"
_TIMING = re.compile(rf"(?<!\s)\s*{_TIME}\s*-->\s*{_TIME}")
_VOICE = re.compile(r"<v(?:\.[\w.-]+)?\s+(?P<name>[^>\s][^>]*)>")
_LABEL = re.compile(
    r"^(?:>>+\s*)?(?:[\[(]?\d{1,2}:\d\d(?::\d\d)?[\])]?\s*)?"
    r"(?P<name>(?:(?:Dr|Prof|Mr|Ms|Mrs)\.\s)*[^\W\d_][^:\n.!?\[\]()]{0,40}?)"
    r"\s*(?:[\[(]\d{1,2}:\d\d(?::\d\d)?[\])])?:\s+(?=\S)"
)
_LISTS = ("turns", "segments", "utterances", "cues", "results")


def transcript_files(folder: Path) -> Mapping[str, Path]:
    """By seminar id, in order. Raises InputError without any, and for two of one name."""
    if folder.is_file():
        raise InputError(f"{folder} is a file. Give the folder that holds the transcripts.")
    if not folder.is_dir():
        raise InputError(f"{folder}: there is no such folder of transcripts.")
    found: dict[str, Path] = {}
    named: dict[str, Path] = {}
    for file in filter(_is_known, _files_of(folder)):
        seminar_id = _stem(file)[0]
        # what is made of it lies in a file of this name, and not every system tells "A" from "a"
        if (other := named.setdefault(file_name(seminar_id).casefold(), file)) != file:
            raise InputError(f"{file} and {other} have one name; a seminar's name is its id.")
        found[seminar_id] = file
    if not found:
        raise InputError(f"{folder} holds no transcript. Known: {listed(sorted(_READERS))}.")
    return dict(sorted(found.items()))


def unread_files(folder: Path) -> tuple[str, ...]:
    """The names of those that are of no kind that is read, in order; a README is none of them."""
    files = (file for file in _files_of(folder) if file.stem.casefold() != "readme")
    return tuple(file.name for file in files if not _is_known(file))


def _files_of(folder: Path) -> list[Path]:
    return [p for p in sorted(folder.rglob("*")) if p.is_file() and not p.name.startswith(".")]


def _is_known(file: Path) -> bool:
    return file.suffix.lower() in {*_READERS, *MEDIA}


def read_seminar(path: Path, *, discipline: str = "") -> Seminar:
    """Raises UnreadableFile, OversizedFile, and ExtraNotInstalled for a recording where nothing can
    hear it."""
    seminar_id, of_name = _stem(path)
    name = one_line(seminar_id.replace("_", " ").replace("-", " "))
    about = {"title": name[:1].upper() + name[1:], "discipline": discipline}
    segments, said = _segments_of(path)
    turns = turns_of(segments)
    if not turns:
        raise UnreadableFile(path, "it holds no words that somebody said.")
    about |= {name: one_line(value) for name, value in said.items() if value}
    given = (said.get("language", "") or of_name).lower()
    language = _NAMES.get(given, given)[:2] or detect_language(" ".join(t.text for t in turns))
    return Seminar(seminar_id=seminar_id, turns=turns, **{**about, "language": language})


def _segments_of(path: Path) -> "Read":
    if path.suffix.lower() in MEDIA:
        heard = transcribe(path)
        return heard.segments, {"language": heard.language}
    read = _READERS.get(path.suffix.lower())
    if read is None and not path.is_dir():
        known = listed(sorted({*_READERS, *MEDIA}))
        raise UnreadableFile(path, f"this is no kind of transcript that is known: {known}.")
    return (read or _read_plain)(path, _text_of(path))


def detect_language(text: str) -> str:
    """ISO 639-1; empty where no language's frequent words are a twelfth of the words, or two
    languages' are nearly as many."""
    letters = [c for c in text if c.isalpha()]
    for language, script in _SCRIPTS:
        if sum(bool(script.match(c)) for c in letters) > len(letters) / 5:
            return language
    words = Counter(re.findall(r"[^\W\d_]+", text.casefold()))
    n = sum(words.values())
    shares = sorted(
        ((sum(words[w] for w in listed_) / n, language) for language, listed_ in _FREQUENT.items())
        if n
        else (),
        reverse=True,
    )
    if not shares or shares[0][0] < LEAST_SHARE or shares[0][0] < 1.3 * shares[1][0]:
        return ""
    return shares[0][1]


def _stem(path: Path) -> tuple[str, str]:
    """Id and language of a file's name: "talk.de.srt" is talk, in German."""
    name, _, last = path.stem.rpartition(".")
    return (name, last.lower()) if name and re.fullmatch(r"[A-Za-z]{2}", last) else (path.stem, "")


def _text_of(path: Path) -> str:
    """Raises UnreadableFile, OversizedFile."""
    if path.is_dir():
        raise UnreadableFile(path, "it is a folder; name a file in it.")
    try:
        if path.stat().st_size > MAX_BYTES:
            raise OversizedFile(path, "the transcript is over 50 MB; split it.")
        content = path.read_bytes()
    except OSError as error:
        raise UnreadableFile(path, f"it can't be read ({error.strerror}).") from error
    if not content.strip():
        raise UnreadableFile(path, "the file is empty.")
    wide = content.startswith((b"\xff\xfe", b"\xfe\xff"))
    if b"\0" in content and not wide:
        raise UnreadableFile(path, "it is no text but a binary file.")
    try:
        return content.decode("utf-16" if wide else "utf-8-sig")
    except UnicodeDecodeError as error:
        raise UnreadableFile(path, "it is no UTF-8 text; save it as UTF-8.") from error


Read = tuple[Sequence[Segment], Mapping[str, str]]
"""The segments, and what is said of the seminar."""


def _read_cues(path: Path, text: str) -> Read:
    """SubRip and WebVTT. Who speaks goes on until a label, a voice tag or ">>" says otherwise."""
    above, *_ = _TIMING.split(text, maxsplit=1)
    cues: list[tuple[float, float, str]] = []
    for block in re.split(r"\n\s*\n", text.replace("\r\n", "\n").replace("\r", "\n")):
        lines = block.split("\n")
        at = next((i for i, line in enumerate(lines) if _TIMING.match(line)), None)
        if at is not None and (found := _TIMING.match(lines[at])):
            start, end = _seconds(found.groups()[:4]), _seconds(found.groups()[4:])
            cues += [(start, end, line.strip()) for line in lines[at + 1 :]]
    if not cues:
        raise UnreadableFile(path, "it holds no cue with times (00:00:01,000 --> 00:00:04,000).")
    speakers, speaker = _speakers([line for _, _, line in cues]), ""
    segments: list[Segment] = []
    for start, end, line in cues:
        named, said = _named(line, speakers)
        if voice := _VOICE.match(line):
            named, said = voice["name"], line[voice.end() :]
        speaker = speaker if named is None else named
        segments.append(Segment(text=said, speaker=speaker, start_s=start, end_s=end))
    return segments, _said_above(above)


def _speakers(lines: Sequence[str]) -> frozenset[str]:
    """Labels that begin two lines or more, or the first one; and names of as many words as such a
    label has, since some people ask only once."""
    labels = Counter(found["name"] for line in lines if (found := _LABEL.match(line)))
    first = _LABEL.match(lines[0]) if lines else None
    known = {name for name, n in labels.items() if n > 1} | ({first["name"]} if first else set())
    lengths = {len(name.split()) for name in known}
    return frozenset(
        known | {name for name in labels if name.istitle() and len(name.split()) in lengths}
    )


def _named(line: str, speakers: Collection[str]) -> tuple[str | None, str]:
    """Who the line says is speaking now, None where it doesn't, and the words."""
    found = _LABEL.match(line)
    if found and found["name"] in speakers:
        return found["name"], line[found.end() :]
    return ("" if line.startswith(">>") else None), line.lstrip(">- ")


def _seconds(parts: Sequence[str | None]) -> float:
    hours, minutes, seconds, fraction = (part or "0" for part in parts)
    return int(hours) * 3600 + int(minutes) * 60 + int(seconds) + float(f"0.{fraction}")


def _read_plain(_: Path, text: str) -> Read:
    """A line or a paragraph each; labels say who speaks."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    n_above = next((i for i, line in enumerate(lines) if not _HEADINGS.search(line)), 0)
    above, lines = "\n".join(lines[:n_above]), lines[n_above:]
    speakers, speaker = _speakers(lines), ""
    segments: list[Segment] = []
    for line in lines:
        named, said = _named(line, speakers)
        speaker = speaker if named is None else named
        segments.append(Segment(text=said, speaker=speaker))
    return segments, _said_above(above)


def _said_above(text: str) -> dict[str, str]:
    found = {m["name"].casefold(): m["said"] for m in _HEADINGS.finditer(text)}
    return {
        "title": found.get("title") or found.get("titel", ""),
        "discipline": found.get("discipline") or found.get("field") or found.get("fach", ""),
        "language": found.get("language") or found.get("sprache", ""),
    }


def _read_json(path: Path, text: str) -> Read:
    """A list of segments, or an object with one under a usual name: what Whisper writes, and
    `Seminar`."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise UnreadableFile(path, "this is no valid JSON.") from error
    about = value if isinstance(value, dict) else {}
    pieces = next((about[n] for n in _LISTS if isinstance(about.get(n), list)), value)
    if not isinstance(pieces, list):
        pieces = [{"text": about.get("text")}]
    try:
        segments = [_segment(piece) for piece in pieces]
    except (LookupError, AttributeError, TypeError, ValueError) as error:
        named = listed(_LISTS[:2], last="or")
        said = f"it holds no list of pieces with a text (under {named}), as speech recognition has."
        raise UnreadableFile(path, said) from error
    names = ("title", "discipline", "language")
    return segments, {name: str(about.get(name) or "") for name in names}


def _segment(piece: Mapping[str, Any]) -> Segment:
    start = piece.get("start_s", piece.get("start"))
    return Segment(
        text=piece["text"] if "text" in piece else piece["transcript"],
        speaker=str(piece.get("speaker") or ""),
        start_s=start,
        end_s=piece.get("end_s", piece.get("end")),
    )


_READERS: Mapping[str, Callable[[Path, str], Read]] = {
    ".srt": _read_cues,
    ".vtt": _read_cues,
    ".txt": _read_plain,
    ".json": _read_json,
}
