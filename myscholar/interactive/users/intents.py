"""A user with intents that it reveals when it is asked about them. Source: IntentRL §3.4, A.3, E.8.

First by rules: a question like one asked before is “already asked”, one that concerns no intent is
“not important”. Only then a reply, grounded in the nearest intent.
"""

import asyncio

from myscholar.domain.dialogue import Answer, Question
from myscholar.domain.interaction import UserSpec
from myscholar.gateways.llm.llm import LLM
from myscholar.gateways.llm.prompts import render
from myscholar.interactive.users.remembering import RememberingUser
from myscholar.interactive.users.speaking import chosen, spoken, worded
from myscholar.runs.run import Run
from myscholar.text.likeness import Likeness, in_full

ALREADY_ASKED, NOT_IMPORTANT = "already asked", "not important"
BY = "a simulated user"


class IntentsUser(RememberingUser):
    """Without a model: the choice that the nearest intent concerns, else the intent in its own
    words."""

    def __init__(self, spec: UserSpec, run: Run, llm: LLM | None, likeness: Likeness) -> None:
        super().__init__(spec, run)
        self._llm = llm
        self._likeness = likeness

    async def _reply(self, question: Question) -> Answer:
        flag, intent = await asyncio.to_thread(self._nearest, question)
        if flag:
            return worded(question, flag, BY)
        if self._llm is None:
            return await asyncio.to_thread(self._by_rules, question, intent)
        prompt = render(
            "users/intents",
            intents=list(self.spec.items),
            nearest=intent,
            turns=[{"question": q.text, "reply": a.in_words} for q, a in self.said],
            question=question.text,
            choices=list(question.choices),
            takes_several=question.takes_several,
        )
        return await spoken(prompt, question, llm=self._llm, by=BY, variant=self.spec.seed)

    def _nearest(self, question: Question) -> tuple[str, str]:
        """What is wrong with the question, empty for nothing, and the intent nearest to it."""
        text, intents = in_full(question), self.spec.items
        before = self._likeness.of(text, [in_full(asked) for asked, _ in self.said])
        near = self._likeness.of(text, intents)
        intent = intents[near.index(max(near))]
        if max(before, default=-1.0) >= self._likeness.repeats:
            return ALREADY_ASKED, intent
        return (NOT_IMPORTANT if max(near) < self._likeness.relevant else ""), intent

    def _by_rules(self, question: Question, intent: str) -> Answer:
        alike = self._likeness.of(intent, question.choices)
        if max(alike, default=-1.0) >= self._likeness.relevant:
            return chosen(question, [question.choices[alike.index(max(alike))]], BY)
        return worded(question, intent, BY)
