"""What must not be asked, whoever thinks of it: again, what is known, what was turned down. Source:
IntentRL §3.4, E.7."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from myscholar.domain.dialogue import Question
from myscholar.domain.interaction import Turn
from myscholar.domain.model import Frozen
from myscholar.domain.profile import Inference, Profile, ProfileAspect
from myscholar.domain.text import fold
from myscholar.interactive.clarify.replies import is_dismissed, unwanted, wanted
from myscholar.text.similarity import overlap
from myscholar.text.terms import content_stems, phrase_key

FEWEST_CHOICES, MOST_CHOICES = 2, 3
"""Source: IntentRL E.3: no fewer than two options and no more than three."""
SAME_QUESTION = 0.8
"""Share of the words of the shorter question, with its choices, from which it was asked before; by
hand."""
_TOPICAL = (ProfileAspect.KNOWLEDGE, ProfileAspect.RESEARCH_STYLE, ProfileAspect.POSITIONS)


class NextQuestion(Frozen):
    """What is asked next, or why no more is."""

    question: Question | None = None
    ended: str = ""


@dataclass(frozen=True)
class Dialogue:
    """A question with what was said about it so far, and whose it is."""

    question: str
    profile: Profile | None = None
    turns: tuple[Turn, ...] = ()

    def with_turn(self, turn: Turn) -> "Dialogue":
        return replace(self, turns=(*self.turns, turn))

    @property
    def asked(self) -> tuple[Question, ...]:
        return tuple(turn.question for turn in self.turns)

    @property
    def turned_down(self) -> tuple[Question, ...]:
        return tuple(turn.question for turn in self.turns if is_dismissed(turn.answer))

    def is_open(self, choice: str) -> bool:
        """Whether it may be offered: neither said, in most of its words, nor offered before, not
        what the reader works on, and not in half of its words what was turned down. Words of the
        question tell nothing."""
        key, new = f" {phrase_key(choice)} ", frozenset(content_stems(choice)) - self._asked_words
        is_said = 2 * len(new & self._said_words) > len(new)
        is_left_alone = new and 2 * len(new & self._left_alone) >= len(new)
        return not (is_said or is_left_alone or any(key in known for known in self._known))

    @cached_property
    def _asked_words(self) -> frozenset[str]:
        return frozenset(content_stems(self.question))

    @cached_property
    def _said_words(self) -> frozenset[str]:
        return frozenset(content_stems(" ".join(wanted(self.turns))))

    @cached_property
    def _left_alone(self) -> frozenset[str]:
        named = (choice for question in self.turned_down for choice in question.choices)
        return frozenset(content_stems(" ".join(named)))

    @cached_property
    def _known(self) -> tuple[str, ...]:
        said = [self.question, *wanted(self.turns), *unwanted(self.turns)]
        offered = [choice for question in self.asked for choice in question.choices]
        mine = [term for i in self._own for term in i.terms]
        return tuple(f" {phrase_key(text)} " for text in (*said, *offered, *mine))

    @property
    def _own(self) -> Sequence[Inference]:
        if self.profile is None:
            return ()
        return [i for i in self.profile.enabled if i.aspect in _TOPICAL]


def problems_of(question: Question, dialogue: Dialogue) -> tuple[str, ...]:
    """What is wrong with asking it, in sentences; none where it may be asked."""
    n_choices, found = len(question.choices), []
    if not FEWEST_CHOICES <= n_choices <= MOST_CHOICES:
        found.append(f"It has {n_choices} choices; give two or three.")
    if any(is_same(question, other) for other in dialogue.asked):
        found.append("It was asked before. Ask about something else, or stop.")
    elif known := [choice for choice in question.choices if not dialogue.is_open(choice)]:
        found.append(
            f"“{known[0]}” is known or was offered: the question, a reply or the reader's profile "
            "says it. Ask about what is open, or stop."
        )
    return tuple(found)


def is_same(question: Question, other: Question) -> bool:
    """Whether the answer to one is the answer to the other."""
    if fold(question.text) == fold(other.text) and set(question.choices) & set(other.choices):
        return True
    return overlap(_words(question), _words(other)) >= SAME_QUESTION


def _words(question: Question) -> str:
    return " ".join((question.text, *question.choices))
