"""What the shaped server reads in our prompts, by the patterns of `shaped.toml`."""

import re
import tomllib
from pathlib import Path
from random import Random
from typing import Any

Json = dict[str, Any]
WORDS = tomllib.loads(Path(__file__).with_name("shaped.toml").read_text(encoding="utf-8"))
PATTERNS = {name: re.compile(pattern) for name, pattern in WORDS["patterns"].items()}
JUDGED = {
    "criterion": ("<criteria>", "criterion"),
    "paragraph": ("<paragraphs>", "paragraph"),
    "sentence": ("<sentences>", "judged_sentence"),
}
"""Where our judge's prompts list items and how, by the field that numbers their verdicts."""


def actions(call: Any) -> list[int]:
    return sorted(set(map(int, PATTERNS["action"].findall(call.last_user))))


def after(line: str, prompt: str, default: str | None = None) -> str:
    """The rest of the line that begins so. Raises ValueError where our prompt has changed and no
    `default` is given."""
    words = WORDS["lines"][line]
    found = re.search(rf"(?m)^{words}(.*)$", prompt)
    if not found and default is not None:
        return default
    if not found:
        raise ValueError(f"the prompt has no line that begins with {words!r}")
    return found[1]


def inside(tag: str, prompt: str) -> str:
    """What stands in it. Raises ValueError where our prompt has changed."""
    found = re.search(rf"(?s)<{tag}>\n(.*?)\n</{tag}>", prompt)
    if not found:
        raise ValueError(f"the prompt has no <{tag}>")
    return found[1]


def items(text: str, pattern: str) -> list[tuple[int, str]]:
    pieces = PATTERNS[pattern].split(text)
    return [
        (int(number), body.strip()) for number, body in zip(pieces[1::2], pieces[2::2], strict=True)
    ]


def judged(text: str, noun: str) -> list[re.Match[str]]:
    begun, pattern = JUDGED[noun]
    return list(PATTERNS[pattern].finditer(text, text.rindex(begun)))


def opening(text: str, words: int) -> str:
    return " ".join(text.split()[:words]).rstrip(".,;:(")


def sentence(text: str, rng: Random) -> str:
    """One of at least ten words, where there is one; never the one that titles are."""
    whole = " ".join(text.split())
    found = [
        each
        for each in PATTERNS["end_of_sentence"].split(whole)
        if len(each.split()) >= 10 and "‹" not in each
    ]
    return rng.choice(found) if found else whole
