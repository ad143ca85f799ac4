"""A user with a persona and aspects that it cares about: it picks what serves them, and rarely adds
a direction of its own. Source: STEER appendix N."""

import asyncio
from random import Random

from myscholar.domain.dialogue import Answer, Question
from myscholar.domain.interaction import UserSpec
from myscholar.domain.text import fold
from myscholar.gateways.llm.llm import LLM
from myscholar.gateways.llm.prompts import render
from myscholar.interactive.users.remembering import RememberingUser
from myscholar.interactive.users.speaking import chosen, spoken, worded
from myscholar.runs.run import Run
from myscholar.text.likeness import Likeness
from myscholar.text.sentences import sentences

SUGGESTS = 0.5
"""Probability of a direction of its own. Source: STEER appendix N."""
MOST_PICKED = 2
"""Directions picked at once: “only the most relevant”. By hand."""
BY = "a simulated persona"


class PersonaUser(RememberingUser):
    """Without a model: a choice fits where it concerns an aspect, as likeness says. Where none
    fits, with probability `SUGGESTS` an aspect that was not named before is suggested."""

    def __init__(self, spec: UserSpec, run: Run, llm: LLM | None, likeness: Likeness) -> None:
        super().__init__(spec, run)
        self._llm = llm
        self._likeness = likeness

    async def _reply(self, question: Question) -> Answer:
        random = Random(f"{self.spec.seed}/{len(self.said)}")
        suggests = random.random() < SUGGESTS
        if self._llm is None:
            return await asyncio.to_thread(self._by_rules, question, suggests=suggests)
        prompt = render(
            "users/persona",
            persona=self.spec.text,
            aspects=list(self.spec.items),
            said=self.words_said,
            question=question.text,
            why=question.why,
            choices=list(question.choices),
            takes_several=question.takes_several,
            suggests=suggests and question.takes_text,
        )
        return await spoken(prompt, question, llm=self._llm, by=BY, variant=self.spec.seed)

    def _by_rules(self, question: Question, *, suggests: bool) -> Answer:
        cares = list(self.spec.items) or list(sentences(self.spec.text))
        fit = {choice: max(self._likeness.of(choice, cares)) for choice in question.choices}
        fitting = [choice for choice in fit if fit[choice] >= self._likeness.relevant]
        if fitting:
            best = sorted(fitting, key=lambda choice: -fit[choice])[:MOST_PICKED]
            return chosen(question, best, BY)
        return worded(question, self._own_direction() if suggests else "", BY)

    def _own_direction(self) -> str:
        """An aspect of which nothing was picked or said; empty for none."""
        said = [*self.words_said, *(c for _, answer in self.said for c in answer.choices)]
        for aspect in self.spec.items:
            alike = self._likeness.of(aspect, said)
            if max(alike, default=0.0) < self._likeness.relevant and fold(aspect):
                return aspect
        return ""
