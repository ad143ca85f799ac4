"""Payloads in the place of every text that is stored."""

from itertools import count
from typing import Any

from myscholar.domain.actions import Omission
from myscholar.domain.tables import WhyEmpty
from tests.payloads import ADDRESSES, DOIS, PAYLOADS

_TEXT = frozenset(
    """title name tldr text explanation basis practice measure question reason lacks notice message
    summary error comment why asks direction persona detail missing ended repair by other_wording
    rephrased instruction venue section refused""".split()
)
_TEXTS = frozenset(
    """authors terms notes trace words columns choices hints topics added removed fields venues
    aspects problems items""".split()
)
"""Names of fields that hold a text, and several."""
_CLOSED = frozenset({*Omission, *WhyEmpty})
"""What such a field may hold that is one of a closed set."""
_FEWER = {"title": 6, "asks": 3} | dict.fromkeys(("name", "authors", "venue", "section", "by"), 2)
_MANY = 8
"""Payloads in a text."""


class Spoiler:
    """The same in the place of the same. Quotes stay slices of their passages, and the marks of a
    section lie within its text."""

    def __init__(self) -> None:
        self._given: dict[str, str] = {}
        self._passages: dict[str, str] = {}
        self._sections = count()
        self.n_texts = 0

    def words(self, text: str, n: int = _MANY) -> str:
        """So many payloads on one line, another selection for each text."""
        if text not in self._given:
            at = 5 * len(self._given)
            line = " ".join(PAYLOADS[(at + i) % len(PAYLOADS)] for i in range(n))
            self._given[text] = f"T{len(self._given)} {' '.join(line.split())}"
        self.n_texts += 1
        return self._given[text]

    def learn(self, value: Any) -> None:
        """Of every passage within, what its text will be."""
        match value:
            case {"passage_id": passage, "text": text} if "start" not in value:
                self._passages[passage] = self.words(text)
            case dict():
                self.learn(list(value.values()))
            case list():
                for each in value:
                    self.learn(each)

    def spoil(self, value: Any, key: str = "") -> Any:
        match value:
            case {"citations": _, "highlights": _, "text": _}:
                return self._section(value)
            case {"passage_id": passage, "start": _, "end": _}:
                text = self._passages.get(passage) or self.words(value["text"])
                return value | {"text": text, "start": 0, "end": len(text)}
            case {"passage_id": passage, "text": _}:
                return self._each(value) | {"text": self._passages[passage]}
            case {"section": int(), "start": int(), "end": int()}:
                return value | {"start": 0, "end": 3}
            case dict():
                return self._each(value)
            case list():
                return [self.spoil(each, f"{key}[]") for each in value]
            case str() if key in _TEXT and value and value not in _CLOSED:
                return self.words(value, _FEWER.get(key, _MANY))
            case str() if key.removesuffix("[]") in _TEXTS and key.endswith("[]"):
                return self.words(value, 2)
            case "extractive" if key == "origin":
                return self.words("a model", 2)
            case str() | None if key in ("url", "pdf_url", "doi"):
                self.n_texts += 1
                among = (None, None, *DOIS) if key == "doi" else ADDRESSES
                return among[self.n_texts % len(among)]
        return value

    def _each(self, value: dict[str, Any]) -> dict[str, Any]:
        return {key: self.spoil(each, key) for key, each in value.items()}

    def _section(self, section: dict[str, Any]) -> dict[str, Any]:
        """Every third payload has a line, a list item or a block of its own."""
        cited, text, citations = section["citations"], "", []
        for n, payload in enumerate(PAYLOADS[next(self._sections) % 3 :: 3]):
            text += f"{'- ' if n % 7 == 3 else ''}{payload}"
            if cited:
                citation = self.spoil(cited[n % len(cited)])
                sign = f"[{citation['number']}]"
                start = len(text) + 1
                citations.append(citation | {"start": start, "end": start + len(sign)})
                text += f" {sign}"
            text += "\n"
        highlights = [
            mark | {"start": 40 * n, "end": 40 * n + 300}
            for n, mark in enumerate(section["highlights"])
            if 40 * n + 300 < len(text)
        ]
        flag = {
            "error_type": "report.unsaid",
            "severity": "warning",
            "reason": self.words("doubt"),
            "origin": self.words("a model", 2),
        }
        doubts = [{"start": 100 * n, "end": 100 * n + 60, "flag": flag} for n in range(8)]
        marks = {"citations": citations, "highlights": highlights, "doubts": doubts}
        return self._each(section) | {"text": text} | marks
