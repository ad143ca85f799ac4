"""What an asker reads and writes, as plain text. Source: IntentRL E.5; naming a direction by its
number is our own.

It writes `Which of these matters most? A. [3] B. speed on phones`: a question, then two or three
choices, each in words of its own or a direction that it was shown, by number. A small model can
learn to name; to word it needs to be large.
"""

import re
from collections.abc import Sequence

from myscholar.domain.dialogue import Question
from myscholar.domain.model import Frozen
from myscholar.interactive.clarify.rules import FEWEST_CHOICES, MOST_CHOICES
from myscholar.interactive.clarify.training.examples import ClarifyingExchange

LETTERS = "ABC"
_LETTER = re.compile(r"(?:^|\s)\(?([A-Z])[.)]\s+")
_NUMBER = re.compile(r"\[\s*(\d+)\s*\]")


class AskingSituation(Frozen):
    """All that an asker knows before a turn. Source: IntentRL equation 1."""

    query: str
    history: tuple[ClarifyingExchange, ...] = ()
    directions: tuple[str, ...] = ()
    """What might be asked about; it names them by their number, from 1."""


def written(text: str, choices: Sequence[str]) -> str:
    """A question as an asker writes it and a history shows it."""
    lettered = (f"{letter}. {choice}" for letter, choice in zip(LETTERS, choices, strict=False))
    return " ".join((text, *lettered))


def named(direction: int) -> str:
    """The direction of this place, from 0, as an asker names it."""
    return f"[{direction + 1}]"


def read_question(text: str, directions: Sequence[str] = ()) -> Question | None:
    """What was written, its numbers put in words. None for what is no question with two or three
    different choices, or names a direction that is not there."""
    text = " ".join(text.split())
    if any(not 0 < int(n) <= len(directions) for n in _NUMBER.findall(text)):
        return None
    said = _NUMBER.sub(lambda found: directions[int(found[1]) - 1], text)
    asked, *parts = _LETTER.split(said)
    letters, choices = parts[::2], [choice.strip(" .;,") for choice in parts[1::2]]
    is_lettered = "".join(letters) == LETTERS[: len(letters)]
    if not asked.strip() or "?" not in asked or not is_lettered or not all(choices):
        return None
    if not FEWEST_CHOICES <= len(choices) <= MOST_CHOICES or len(set(choices)) < len(choices):
        return None
    return Question(text=asked.strip(), choices=tuple(choices), takes_several=True)


def messages_of(
    situation: AskingSituation, instruction: str = "", *, reply_words: int = 0
) -> list[dict[str, str]]:
    """The dialogue as a chat: the query with the directions, then question and reply in turn.
    Directions that stand in the dialogue are named there by number too; `reply_words`: that are
    shown of a reply, 0 for all."""
    shown = [f"{named(n)} {text}" for n, text in enumerate(situation.directions)]
    begun = [{"role": "system", "content": instruction}] if instruction else []
    begun.append({"role": "user", "content": "\n".join((situation.query, *shown))})
    for exchange in situation.history:
        asked = _numbered(exchange.question, situation.directions)
        begun.append({"role": "assistant", "content": asked})
        words = _numbered(exchange.reply, situation.directions).split()
        said = " ".join(words[: reply_words or None])
        begun.append({"role": "user", "content": said})
    return begun


def _numbered(text: str, directions: Sequence[str]) -> str:
    """Longer ones first: one may stand in another."""
    for n in sorted(range(len(directions)), key=lambda n: -len(directions[n])):
        text = re.sub(rf"(?<!\w){re.escape(directions[n])}(?!\w)", named(n), text)
    return text
