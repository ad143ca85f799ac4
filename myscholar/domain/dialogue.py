"""What a run asks a person in the middle of its work, and what the person says. Source: the
exchanges of IDRBench §3 and IntentRL §3; skipping, leaving the decision to the tool and a time
after which it decides are our own."""

from collections.abc import Sequence
from enum import StrEnum
from typing import Self

from pydantic import Field, model_validator

from myscholar.domain.model import Frozen
from myscholar.errors import UnfitAnswer


class AnswerKind(StrEnum):
    CHOICE = "choice"
    TEXT = "text"
    SKIP = "skip"
    """The person says nothing to it."""
    DECIDE = "decide"
    """The tool decides: the person said so, or nobody answered in time."""


class Answer(Frozen):
    """`choices` are words of the question, for CHOICE alone; `text` is free, for TEXT alone."""

    kind: AnswerKind
    choices: tuple[str, ...] = ()
    text: str = ""
    by: str = ""
    """Who said it; empty for nobody in particular."""
    in_time: bool = True
    """False where nobody answered and the time ran out."""

    @property
    def in_words(self) -> str:
        """For example `“peer-reviewed only” by Ada`."""
        said = {
            AnswerKind.CHOICE: f"“{', '.join(self.choices)}”",
            AnswerKind.TEXT: f"“{self.text}”",
            AnswerKind.SKIP: "skipped",
            AnswerKind.DECIDE: "left to the tool"
            if self.in_time
            else "decided by the tool, as nobody answered in time",
        }[self.kind]
        return f"{said} by {self.by}" if self.by else said


class Question(Frozen):
    """Raises ValidationError for one that nobody could answer."""

    text: str = Field(min_length=1)
    why: str = ""
    """What depends on the answer, in a sentence."""
    choices: tuple[str, ...] = ()
    takes_several: bool = False
    """More than one choice may be picked."""
    takes_text: bool = True
    can_skip: bool = True
    can_leave: bool = True
    """The tool can be told to decide."""
    decides_after_s: float | None = Field(default=None, gt=0, allow_inf_nan=False)
    """Seconds after which the tool decides where nobody has answered; None: it waits."""

    @model_validator(mode="after")
    def _can_be_answered(self) -> Self:
        if not (self.choices or self.takes_text):
            raise ValueError("a question has choices or takes a text")
        if len(set(self.choices)) < len(self.choices):
            raise ValueError("a choice stands in a question once")
        return self

    def check(self, answer: Answer) -> Answer:
        """The answer. Raises UnfitAnswer for one that the question does not take."""
        fits = {
            AnswerKind.CHOICE: 0 < len(answer.choices) <= (len(self.choices) or 1)
            and set(answer.choices) <= set(self.choices)
            and (self.takes_several or len(answer.choices) == 1),
            AnswerKind.TEXT: self.takes_text and bool(answer.text.strip()),
            AnswerKind.SKIP: self.can_skip,
            AnswerKind.DECIDE: self.can_leave or not answer.in_time,
        }
        if not fits[answer.kind]:
            raise UnfitAnswer(self.text, self.ways)
        return answer

    @property
    def ways(self) -> tuple[str, ...]:
        """What can be said, in words."""
        named = " or ".join(f"“{choice}”" for choice in self.choices)
        several = "one or more of " if self.takes_several else ""
        said = {
            f"{several}{named}": bool(self.choices),
            "words of your own": self.takes_text,
            "skip": self.can_skip,
            "leave it to the tool": self.can_leave,
        }
        return tuple(way for way, is_open in said.items() if is_open)

    def read(
        self,
        said: str | None = None,
        *,
        choices: Sequence[str] = (),
        skip: bool = False,
        decide: bool = False,
        by: str = "",
    ) -> Answer:
        """What a person says in one of four ways. A choice is named by its words or its number,
        from 1; `said` too may name one, or several with commas between them where several are
        taken, and is else words of their own. Raises UnfitAnswer."""
        if bool(said and said.strip()) + bool(choices) + skip + decide != 1:
            raise UnfitAnswer(self.text, self.ways)
        if skip or decide:
            kind = AnswerKind.SKIP if skip else AnswerKind.DECIDE
            return self.check(Answer(kind=kind, by=by))
        words = (said or "").strip()
        several = words.split(",") if self.takes_several else ()
        for named in (choices, (words,), several):
            if found := self._named(named):
                return self.check(Answer(kind=AnswerKind.CHOICE, choices=found, by=by))
        return self.check(Answer(kind=AnswerKind.TEXT, text=words, by=by))

    def _named(self, named: Sequence[str]) -> tuple[str, ...]:
        """The choices that these name, in the question's order; none where one of them names
        none."""
        numbered = ((str(n), choice) for n, choice in enumerate(self.choices, 1))
        known = dict(numbered) | {choice.casefold(): choice for choice in self.choices}
        found = {known.get(name.strip().casefold()) for name in named}
        return tuple(c for c in self.choices if c in found) if None not in found else ()
