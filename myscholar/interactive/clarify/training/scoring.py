"""What an asker wrote -> what it is worth in training. Source: IntentRL §3.5, equations 5 and 6."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from myscholar.interactive.clarify.training.examples import TurnExample
from myscholar.interactive.clarify.training.rewards import (
    Penalties,
    Similarity,
    Thresholds,
    content_reward,
    format_reward,
    n_questions,
    penalties,
    reward,
)
from myscholar.interactive.clarify.training.wording import AskingSituation, read_question
from myscholar.text.likeness import in_full

NOTHING_WRONG = Penalties()
Content = Callable[[str, Sequence[str]], float]
"""What a question is worth for its targets, at most 1."""


@dataclass(frozen=True)
class Worth:
    """`is_read`: whether it is a question with two or three choices. What is not has neither
    content nor form, and concerns no intent: else an asker learns to write none where questions
    cost."""

    total: float
    content: float = 0.0
    form: float = 0.0
    penalties: Penalties = NOTHING_WRONG
    is_read: bool = True


@dataclass(frozen=True)
class Scoring:
    """`content` in the place of similarity is the ablation in which a judge says it."""

    similarity: Similarity
    thresholds: Thresholds
    with_penalties: bool
    """Of stage II alone. Source: IntentRL §3.5."""
    content: Content | None = None

    def of(self, text: str, situation: AskingSituation, example: TurnExample) -> Worth:
        question = read_question(text, situation.directions)
        if question is None:
            wrong = self._wrong(text, example, ()) if self.with_penalties else NOTHING_WRONG
            return Worth(reward(0.0, 0.0, wrong.total), penalties=wrong, is_read=False)
        asked = in_full(question)
        form = format_reward(n_questions(asked))
        content = (
            self.content(asked, example.targets)
            if self.content
            else content_reward(asked, example.targets, self.similarity)
        )
        wrong = (
            self._wrong(asked, example, example.intents) if self.with_penalties else NOTHING_WRONG
        )
        return Worth(reward(content, form, wrong.total), content, form, wrong)

    def _wrong(self, asked: str, example: TurnExample, intents: Sequence[str]) -> Penalties:
        return penalties(
            asked,
            [exchange.question for exchange in example.history],
            query=example.query,
            intents=intents,
            similarity=self.similarity,
            thresholds=self.thresholds,
        )
