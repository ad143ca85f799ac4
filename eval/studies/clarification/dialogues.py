"""A dialogue of one asker with one simulated user, and what each turn brought. Source: IntentRL
§3.4, §4.1."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from random import Random

from pydantic import Field

from eval.studies.clarification.cases import VagueCase
from eval.studies.steering.trees import RunOnce
from myscholar.actions.literature import Literature
from myscholar.domain.dialogue import Question
from myscholar.domain.evidence import SearchQuery, Source
from myscholar.domain.interaction import Turn, UserKind, UserSpec
from myscholar.domain.model import Frozen
from myscholar.domain.profile import Profile
from myscholar.interactive.clarify.agent import no_more
from myscholar.interactive.clarify.extractive.ask import (
    FEW_PAPERS,
    OpenQuestion,
    is_worth_asking,
    literature_on,
    open_questions,
)
from myscholar.interactive.clarify.extractive.facets import FacetKind
from myscholar.interactive.clarify.replies import is_dismissed, wanted
from myscholar.interactive.clarify.rules import Dialogue
from myscholar.interactive.clarify.summary import plain_summary
from myscholar.interactive.users.user_of import user_of
from myscholar.search.retrieve import retrieve
from myscholar.text.background import Background
from myscholar.text.likeness import LEXICAL, in_full
from myscholar.text.terms import content_stems
from myscholar.workflows.ask.clarify import LOOK_UP

TURNS = 12
"""Source: IntentRL figure 3."""
_FORM = (FacetKind.YEARS, FacetKind.DATA, FacetKind.CONTRAST, FacetKind.SIDE)


class AskerName(StrEnum):
    OURS = "ours"
    """What is expected to narrow most."""
    DEEPER = "depth first"
    """The same of the papers on the latest reply, as through a clarification graph; of all that was
    found where they leave nothing to ask."""
    RANDOM = "random"
    """Any that may be asked, drawn alike."""
    FIXED = "fixed order"
    """As a form would: years, data, contrasts, sides, each in the order of the alphabet."""


class Dialogued(Frozen):
    """What a dialogue brought. Numbers of turns are by turn, from the first; after the last
    question they stay as they are."""

    version: str
    query_id: str
    asker: AskerName
    with_profile: bool
    draw: int
    """Of a random asker, which."""
    seed: int
    n_intents: int = Field(ge=1)
    n_known: int = Field(ge=0)
    """Intents that the profile says in full."""
    found: tuple[int, ...] = Field(min_length=TURNS, max_length=TURNS)
    """Intents that the user told of, or picked a choice for."""
    named: tuple[int, ...] = Field(min_length=TURNS, max_length=TURNS)
    """Those of which a choice has a word that the question lacks."""
    n_asked: int = Field(ge=0, le=TURNS)
    n_fitting: int = Field(ge=0)
    """Questions that the user did not turn down."""
    stopped: int = Field(ge=0, le=TURNS)
    """Questions after which the product asks no more."""


@dataclass
class CaseDialogues:
    """Dialogues on one case; what is found by the same words is read once."""

    case: VagueCase
    sources: Sequence[Source]
    background: Background
    profile: Profile | None
    version: str
    seed: int
    _read: dict[str, Literature] = field(default_factory=dict)

    async def hold(self, asker: AskerName, *, with_profile: bool, draw: int = 0) -> Dialogued:
        intents, profile = self.case.intents, self.profile if with_profile else None
        user = user_of(UserSpec(kind=UserKind.INTENTS, items=intents), run=RunOnce())
        dialogue = Dialogue(question=self.case.question, profile=profile)
        random = Random(f"{self.seed}/{self.case.query_id}/{draw}")
        found, named = [set[int]()], [set[int]()]
        n_fitting, stopped = 0, None
        while len(found) <= TURNS:
            literature = await self._look(dialogue)
            may_be = tuple(open_questions(dialogue, literature))
            if asker is AskerName.DEEPER:
                below = self._below(dialogue, literature)
                deeper = tuple(open_questions(dialogue, below))
                literature, may_be = (below, deeper) if deeper else (literature, may_be)
            if stopped is None and stops(dialogue, literature, may_be):
                stopped = len(dialogue.turns)
            if not may_be:
                break
            question = pick(asker, may_be, random)
            answer = await user.reply(f"question {len(found)}", question)
            turn = Turn(stage="clarify", question=question, answer=answer)
            dialogue = dialogue.with_turn(turn)
            told = frozenset() if is_dismissed(answer) else self._told(question)
            n_fitting += bool(told)
            found.append(found[-1] | told)
            named.append(named[-1] | {n for n in told if self._names(question, intents[n])})
        return Dialogued(
            version=self.version,
            query_id=self.case.query_id,
            asker=asker,
            with_profile=with_profile,
            draw=draw,
            seed=self.seed,
            n_intents=len(intents),
            n_known=sum(self._says(profile, intent) for intent in intents),
            found=by_turn(found),
            named=by_turn(named),
            n_asked=len(dialogue.turns),
            n_fitting=n_fitting,
            stopped=len(dialogue.turns) if stopped is None else stopped,
        )

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

    def _told(self, question: Question) -> frozenset[int]:
        """The intent that the user's reply is about: the nearest."""
        near = LEXICAL.of(in_full(question), self.case.intents)
        return frozenset({near.index(max(near))})

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


def pick(asker: AskerName, may_be: Sequence[OpenQuestion], random: Random) -> Question:
    match asker:
        case AskerName.OURS | AskerName.DEEPER:
            return may_be[0].question
        case AskerName.RANDOM:
            return random.choice(may_be).question
        case AskerName.FIXED:
            first = min(may_be, key=lambda o: (_FORM.index(o.facet.kind), o.question.choices))
            return first.question


def by_turn(sets: Sequence[set[int]]) -> tuple[int, ...]:
    """How many after each of the turns, from the first; the last of the sets stays."""
    return tuple(len(sets[min(turn, len(sets) - 1)]) for turn in range(1, TURNS + 1))
