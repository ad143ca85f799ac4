"""A trained asker in a folder, and how it asks."""

from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from typing import Protocol

from pydantic import ValidationError

from myscholar.domain.dialogue import Question
from myscholar.domain.interaction import Turn
from myscholar.domain.model import Frozen
from myscholar.errors import UnreadableFile
from myscholar.gateways.llm.prompts import render
from myscholar.interactive.clarify.rules import Dialogue, NextQuestion, problems_of
from myscholar.interactive.clarify.training.directions import AskableDirection, directions_for
from myscholar.interactive.clarify.training.examples import ClarifyingExchange
from myscholar.interactive.clarify.training.language_model import (
    Writer,
    check_installed,
    fitted,
    load,
)
from myscholar.interactive.clarify.training.train.settings import Asking
from myscholar.interactive.clarify.training.wording import (
    AskingSituation,
    messages_of,
    read_question,
    written,
)

FACTS = "asker.json"
ATTEMPTS = 6
"""Questions written, until one may be asked: the likeliest first, then drawn ones; by hand."""


class AskerFacts(Frozen):
    """What is kept with a model so that it is asked as it was trained."""

    stage: str
    asking: Asking
    pool: tuple[AskableDirection, ...]
    queries: tuple[str, ...]
    """It learned from: whoever measures it asks about others."""
    seed: int


class AskerModel(Protocol):
    def write(
        self, situations: Sequence[AskingSituation], *, temperature: float = 0.0, seed: int = 0
    ) -> list[str]:
        """What it writes in each."""


class Policy:
    """Raises ExtraNotInstalled, UnreadableFile when it is made."""

    def __init__(self, folder: Path, facts: AskerFacts) -> None:
        self.facts = facts
        model, self._tokenizer = load(folder)
        self._writer = Writer(model, self._tokenizer, most_tokens=facts.asking.response_tokens)

    def write(
        self, situations: Sequence[AskingSituation], *, temperature: float = 0.0, seed: int = 0
    ) -> list[str]:
        asking = self.facts.asking
        chats = [
            fitted(chat_of(s, asking), self._tokenizer, asking.prompt_tokens) for s in situations
        ]
        return self._writer.write(chats, temperature=temperature, seed=seed)


def load_policy(folder: Path) -> Policy:
    """Raises ExtraNotInstalled, UnreadableFile."""
    return Policy(folder, read_facts(folder))


def check_policy(folder: Path) -> None:
    """What can be known before it is loaded. Raises ExtraNotInstalled, UnreadableFile."""
    read_facts(folder)
    check_installed()


def read_facts(folder: Path) -> AskerFacts:
    """Raises UnreadableFile."""
    path = folder / FACTS
    try:
        return AskerFacts.model_validate_json(path.read_text(encoding="utf-8"))
    except OSError as error:
        reason = "no trained asker is kept in this folder"
        raise UnreadableFile(path, reason) from error
    except ValidationError as error:
        raise UnreadableFile(path, "it does not say how the asker was trained") from error


def identity_of(folder: Path) -> str:
    """Of an asker that is kept there; of one that was trained anew it is another one."""
    facts = folder / FACTS
    told = f"{folder.absolute()} {facts.stat().st_mtime_ns} {facts.read_text(encoding='utf-8')}"
    return sha256(told.encode()).hexdigest()[:12]


def chat_of(situation: AskingSituation, asking: Asking) -> list[dict[str, str]]:
    """As training and use show it."""
    instruction = render("clarify/trained").system if asking.is_instructed else ""
    return messages_of(situation, instruction, reply_words=asking.reply_words)


def ask_by_policy(
    dialogue: Dialogue, labels: Sequence[str], *, policy: AskerModel, facts: AskerFacts
) -> NextQuestion:
    """The first of what it writes that may be asked. `labels`: what the papers found differ in."""
    situation = situation_of(dialogue, labels, facts)
    for n in range(ATTEMPTS):
        temperature = facts.asking.temperature if n else 0.0
        text = policy.write([situation], temperature=temperature, seed=facts.seed + n)[0]
        question = read_question(text, situation.directions)
        if question and not problems_of(question, dialogue):
            return NextQuestion(question=question)
    return NextQuestion(ended="The trained asker had nothing new to ask.")


def situation_of(dialogue: Dialogue, labels: Sequence[str], facts: AskerFacts) -> AskingSituation:
    """Directions stay the same through a dialogue as long as the labels do."""
    shown = directions_for(
        dialogue.question, facts.pool, labels, n=facts.asking.n_directions, seed=facts.seed
    )
    return AskingSituation(
        query=dialogue.question, history=tuple(map(_exchange, dialogue.turns)), directions=shown
    )


def _exchange(turn: Turn) -> ClarifyingExchange:
    return ClarifyingExchange(question=in_writing(turn.question), reply=_said(turn))


def in_writing(question: Question) -> str:
    return written(question.text, question.choices)


def _said(turn: Turn) -> str:
    """The words alone: who said them tells an asker nothing."""
    return turn.answer.model_copy(update={"by": ""}).in_words.strip("“”")
