"""A user that wants a certain text to be written: it replies in the first person, about goals and
not facts, and turns down what leads elsewhere. Source: IDRBench §3.1.2, appendix C."""

import asyncio

from myscholar.domain.dialogue import Answer, Question
from myscholar.domain.interaction import UserSpec
from myscholar.domain.text import listed
from myscholar.gateways.llm.llm import LLM
from myscholar.gateways.llm.prompts import render
from myscholar.interactive.users.remembering import RememberingUser
from myscholar.interactive.users.speaking import chosen, spoken, worded
from myscholar.runs.run import Run
from myscholar.text.likeness import Likeness, in_full
from myscholar.text.question_topics import topic_phrases
from myscholar.text.sentences import sentences

MOST_SHOWN = 60_000
"""Characters of the text that a model is shown, more than long reports have; by hand."""
MOST_TOPICS = 2
"""Topics of a sentence that a reply names: goals, not facts. By hand."""
BY = "a simulated reader"


class ReferenceUser(RememberingUser):
    """Without a model: the choice that a sentence of the text speaks of; else what the sentence
    nearest to the question is about, without its figures."""

    def __init__(self, spec: UserSpec, run: Run, llm: LLM | None, likeness: Likeness) -> None:
        super().__init__(spec, run)
        self._llm = llm
        self._likeness = likeness
        self._sentences = tuple(sentences(spec.text)) or (spec.text,)

    async def _reply(self, question: Question) -> Answer:
        if self._llm is None:
            return await asyncio.to_thread(self._by_rules, question)
        prompt = render(
            "users/reference",
            reference=self.spec.text[:MOST_SHOWN],
            question=question.text,
            choices=list(question.choices),
            takes_several=question.takes_several,
        )
        return await spoken(prompt, question, llm=self._llm, by=BY, variant=self.spec.seed)

    def _by_rules(self, question: Question) -> Answer:
        spoken_of = {c: max(self._likeness.of(c, self._sentences)) for c in question.choices}
        fitting = [c for c, like in spoken_of.items() if like >= self._likeness.relevant]
        if fitting:
            return chosen(question, sorted(fitting, key=lambda c: -spoken_of[c])[:1], BY)
        near = self._likeness.of(in_full(question), self._sentences)
        if max(near) <= 0:
            return worded(question, "", BY)
        topics = topic_phrases(self._sentences[near.index(max(near))])
        told = [topic for topic in topics if not any(c.isdigit() for c in topic)][:MOST_TOPICS]
        begins = "None of these: I" if question.choices else "I"
        return worded(question, f"{begins} care about {listed(told)}." if told else "", BY)
