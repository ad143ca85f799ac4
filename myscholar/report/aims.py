"""What each chosen action looks for in the sentences and papers that were found."""

from collections.abc import Sequence, Set
from dataclasses import dataclass

from myscholar.domain.actions import Action, Verb
from myscholar.domain.evidence import ActionId
from myscholar.report.cues import Cue
from myscholar.text.terms import content_stems

CUE_OF = {
    Verb.DEFINE: Cue.DEFINITION,
    Verb.NUMBERS: Cue.NUMBERS,
    Verb.LIMITATIONS: Cue.LIMITATION,
    Verb.NEXT_STEPS: Cue.FUTURE,
}
"""Verbs that look for a role of a sentence."""
TERM_VERBS = frozenset({Verb.SEARCH, Verb.FOCUS, Verb.ADD_SECTION, Verb.FREE, Verb.DEFINE})
"""Verbs that look for their terms; DEFINE for both."""
SECTION_VERBS = frozenset({Verb.ADD_SECTION, Verb.NEXT_STEPS, Verb.CONNECT})

_PART_NAMES: dict[str, Cue] = {
    "background": Cue.BACKGROUND, "history": Cue.BACKGROUND, "introduction": Cue.BACKGROUND, "overview": Cue.BACKGROUND, "basics": Cue.DEFINITION,
    "definitions": Cue.DEFINITION, "definition": Cue.DEFINITION, "terminology": Cue.DEFINITION, "fundamentals": Cue.BACKGROUND, "basic": Cue.DEFINITION,
    "methods": Cue.METHOD, "evaluation": Cue.EVALUATION, "applications": Cue.APPLICATION, "limitations": Cue.LIMITATION, "challenges": Cue.LIMITATION,
    "future work": Cue.FUTURE, "open problems": Cue.FUTURE,
}  # fmt: skip
"""Parts of a report that can be left out by name."""


@dataclass(frozen=True)
class Aim:
    """One chosen action with its terms as sets of stems."""

    action: Action
    terms: tuple[frozenset[str], ...]

    @property
    def action_id(self) -> ActionId:
        return self.action.action_id

    @property
    def verb(self) -> Verb:
        return self.action.directive.verb

    @property
    def weight(self) -> float:
        """How much serving it counts when sentences are chosen; an emphasized action counts double."""
        return 0.5 if self.action.emphasis else 0.25

    def names(self, stems: Set[str]) -> bool:
        """Whether one of the terms is there: all words of a short term, two thirds of a term of three words or more."""
        return any(len(term & stems) >= (len(term) if len(term) < 3 else 2 * len(term) / 3) for term in self.terms if term)

    def serves(self, stems: Set[str], cues: Set[Cue]) -> bool:
        """Whether a sentence with these stems and roles does what the action asks. False for actions that no sentence can serve."""
        cue = CUE_OF.get(self.verb)
        if cue is not None and cue not in cues:
            return False
        if self.verb in TERM_VERBS:
            return self.names(stems) if self.terms else cue is not None
        return cue is not None

    @property
    def parts(self) -> frozenset[Cue]:
        """The parts of a report that the terms name ("background", "definitions")."""
        words = " ".join(self.action.directive.terms).casefold()
        return frozenset(cue for name, cue in _PART_NAMES.items() if name in words)


def aims_of(actions: Sequence[Action]) -> tuple[Aim, ...]:
    """The actions in order; a term without content words is left out."""
    return tuple(Aim(a, tuple(stems for t in a.directive.terms if (stems := frozenset(content_stems(t))))) for a in actions)


def of_verb(aims: Sequence[Aim], *verbs: Verb) -> tuple[Aim, ...]:
    return tuple(aim for aim in aims if aim.verb in verbs)
