"""A dialogue of one asker with one simulated user, and what each turn brought. Source: IntentRL
§3.4, §4.1."""

from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random

from pydantic import Field

from eval.studies.intentrl.askers import AskerName, expert_question, pick
from eval.studies.intentrl.cases import IntentCase
from eval.studies.intentrl.offline import OfTurn, expert_turns, scored
from eval.studies.intentrl.telling import exchanges
from myscholar.actions.literature import Literature
from myscholar.domain.dialogue import Question
from myscholar.domain.evidence import SearchQuery, Source
from myscholar.domain.model import Frozen
from myscholar.domain.profile import Profile
from myscholar.interactive.clarify.agent import no_more
from myscholar.interactive.clarify.extractive.ask import (
    FEW_PAPERS,
    OpenQuestion,
    choices_of,
    is_worth_asking,
    literature_on,
    open_questions,
)
from myscholar.interactive.clarify.replies import wanted
from myscholar.interactive.clarify.rules import Dialogue
from myscholar.interactive.clarify.summary import plain_summary
from myscholar.interactive.clarify.training.policy import Policy, ask_by_policy
from myscholar.search.retrieve import retrieve
from myscholar.text.background import Background
from myscholar.text.terms import content_stems
from myscholar.workflows.ask.clarify import LOOK_UP

TURNS = 12
"""Source: IntentRL figure 3."""


class Dialogued(Frozen):
    """What a dialogue brought, without a text of it."""

    query_id: str
    asker: str
    with_profile: bool
    draw: int
    """Of a random asker, which."""
    n_intents: int = Field(ge=1)
    n_known: int = Field(ge=0)
    """Intents that the profile says in full."""
    told: tuple[int | None, ...] = Field(max_length=TURNS)
    """Of each question the intent that the user told of, or picked a choice for; None where the
    user turned it down."""
    named: tuple[bool, ...]
    """Whether a choice has a word of it that the query lacks: found without luck."""
    stopped: int = Field(ge=0, le=TURNS)
    """Questions after which the product asks no more."""


@dataclass
class CaseDialogues:
    """Dialogues on one case; what is found by the same words is read once."""

    case: IntentCase
    sources: Sequence[Source]
    background: Background
    profile: Profile | None
    seed: int
    policies: Mapping[str, Policy] = field(default_factory=dict)
    """Trained askers by name."""
    _read: dict[str, Literature] = field(default_factory=dict)

    async def hold(self, asker: str, *, with_profile: bool, draw: int = 0) -> Dialogued:
        intents, profile = self.case.intents, self.profile if with_profile else None
        begun = Dialogue(question=self.case.question, profile=profile)
        random = Random(f"{self.seed}/{self.case.query_id}/{draw}")
        told, named, ended = list[int | None](), list[bool](), list[int]()

        async def ask(dialogue: Dialogue) -> Question | None:
            question, is_worth = await self._next(asker, dialogue, random)
            if not is_worth:
                ended.append(len(dialogue.turns))
            return question

        async for question, intent in exchanges(begun, intents, ask, most=TURNS):
            told.append(intent)
            named.append(intent is not None and self._names(question, intents[intent]))
        return Dialogued(
            query_id=self.case.query_id,
            asker=str(asker),
            with_profile=with_profile,
            draw=draw,
            n_intents=len(intents),
            n_known=sum(self._says(profile, intent) for intent in intents),
            told=tuple(told),
            named=tuple(named),
            stopped=ended[0] if ended else len(told),
        )

    async def single_turns(self) -> AsyncIterator[OfTurn]:
        """What each asks after what an expert asked and was told, along one way of the graph."""
        for turns, targets in expert_turns(self.case, self.seed):
            dialogue = Dialogue(question=self.case.question, turns=turns)
            random = Random(f"{self.seed}/{self.case.query_id}/{len(turns)}")
            for asker in (*AskerName, *self.policies):
                question, _ = await self._next(asker, dialogue, random)
                yield scored(self.case.query_id, str(asker), question, targets)

    async def _next(
        self, asker: str, dialogue: Dialogue, random: Random
    ) -> tuple[Question | None, bool]:
        """What it asks, and whether the product would ask on."""
        if policy := self.policies.get(asker):
            begun = Dialogue(question=self.case.question)
            labels = choices_of(begun, await self._look(begun))
            found = ask_by_policy(dialogue, labels, policy=policy, facts=policy.facts)
            return found.question, found.question is not None
        if asker == AskerName.EXPERT:
            question = expert_question(self.case, dialogue.turns)
            return question, question is not None
        literature = await self._look(dialogue)
        may_be = tuple(open_questions(dialogue, literature))
        if asker == AskerName.DEEPER:
            below = self._below(dialogue, literature)
            deeper = tuple(open_questions(dialogue, below))
            literature, may_be = (below, deeper) if deeper else (literature, may_be)
        question = pick(asker, may_be, random) if may_be else None
        return question, not stops(dialogue, literature, may_be)

    async def _look(self, dialogue: Dialogue) -> Literature:
        """As the product looks, by the question with what was said."""
        text = plain_summary(dialogue.question, dialogue.turns)
        if text not in self._read:
            found = await retrieve((SearchQuery(text=text),), self.sources, limit=LOOK_UP)
            self._read[text] = literature_on(dialogue, found.hits, background=self.background)
        return self._read[text]

    def _below(self, dialogue: Dialogue, literature: Literature) -> Literature:
        """Of the papers that speak of the latest that was wanted."""
        said = (wanted([turn]) for turn in reversed(dialogue.turns))
        latest = next(filter(None, said), ())
        if not latest:
            return literature
        kept = frozenset[int]().union(*map(literature.papers_with, latest))
        hits = [literature.hits[n] for n in sorted(kept)]
        return literature_on(dialogue, hits, background=self.background)

    def _names(self, question: Question, intent: str) -> bool:
        new = self._new(intent)
        return any(new & set(content_stems(choice)) for choice in question.choices)

    def _new(self, intent: str) -> set[str]:
        return set(content_stems(intent)) - set(content_stems(self.case.question))

    def _says(self, profile: Profile | None, intent: str) -> bool:
        inferences = profile.enabled if profile else ()
        return any(self._new(intent) <= set(content_stems(i.text)) for i in inferences)


def stops(dialogue: Dialogue, literature: Literature, may_be: Sequence[OpenQuestion]) -> bool:
    """Whether the product would ask no more."""
    is_worth = any(is_worth_asking(each, dialogue) for each in may_be)
    is_left_alone = bool(dialogue.turns and no_more(dialogue))
    return is_left_alone or not is_worth or len(literature.hits) < FEW_PAPERS
