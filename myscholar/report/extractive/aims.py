"""What each chosen action looks for in the sentences and papers that were found."""

from collections.abc import Sequence, Set
from dataclasses import dataclass

from myscholar.domain.actions import Action, Verb, Wish
from myscholar.domain.evidence import ActionId
from myscholar.report.cues import SentenceRole
from myscholar.text.lexicons import pattern
from myscholar.text.question_topics import denied_phrases
from myscholar.text.question_words import ASKED_THINGS, is_frame
from myscholar.text.terms import content_stems

CUE_OF = {
    Verb.DEFINE: SentenceRole.DEFINITION,
    Verb.NUMBERS: SentenceRole.NUMBERS,
    Verb.LIMITATIONS: SentenceRole.LIMITATION,
    Verb.NEXT_STEPS: SentenceRole.FUTURE,
}
"""Verbs that look for a role of a sentence."""
TERM_VERBS = frozenset(
    {Verb.SEARCH, Verb.FOCUS, Verb.ADD_SECTION, Verb.FREE, Verb.DEFINE, Verb.COMPARE}
)
"""Verbs that look for their terms; DEFINE for both, COMPARE in the rows of its table."""

_PARTS = {
    role: pattern(f"report_parts.{role}")
    for role in SentenceRole
    if role is not SentenceRole.NUMBERS
}
"""Parts of a report by name: what an action can leave out."""
_BACKGROUND_CUES = frozenset({SentenceRole.BACKGROUND, SentenceRole.DEFINITION})
"""Surveys, definitions and history make a background, not sentences with that word."""


@dataclass(frozen=True)
class ActionTarget:
    """One chosen action with its terms as sets of stems.

    For verbs that look for terms, what the question itself is about does not count: a report on
    dropout mentions dropout anyway. Where the terms name nothing else, all of them must be there
    `together`.
    """

    action: Action
    terms: tuple[frozenset[str], ...]
    wanted: tuple[str, ...] = ()
    """The terms that are looked for, as written."""
    together: bool = False
    cues: frozenset[SentenceRole] = frozenset()
    """Roles of which a sentence must have one, beside the terms."""
    columns: tuple[str, ...] = ()
    """What a table is to set side by side, as written: "challenges", "solutions"."""

    @property
    def action_id(self) -> ActionId:
        return self.action.action_id

    @property
    def verb(self) -> Verb:
        return self.action.directive.verb

    @property
    def comes_first(self) -> bool:
        """Whether the action asks that something stands first: "put papers with code first"."""
        return self.action.has_wish(Wish.FIRST)

    @property
    def comes_last(self) -> bool:
        """Whether the action asks that something stands at the end: "end with open questions"."""
        return self.action.has_wish(Wish.LAST)

    def names(self, stems: Set[str], around: Set[str] = frozenset()) -> bool:
        """Whether one of the terms is there.

        Terms that must be `together` may be spread over the sentence and what stands `around` it.
        """
        if self.together and around:
            return any(holds(stems, term) for term in self.terms) and all(
                holds(stems | around, term) for term in self.terms
            )
        found = [holds(stems, term) for term in self.terms]
        return bool(found) and (all(found) if self.together else any(found))

    @property
    def denied(self) -> tuple[frozenset[str], ...]:
        """What serves the action must not be about, as stems."""
        return tuple(frozenset(content_stems(term)) for term in self.action.directive.without)

    def is_served_by(
        self, sentence: str, stems: Set[str], cues: Set[SentenceRole], around: Set[str]
    ) -> bool:
        """Whether the sentence does what the action asks and is not about what it denies; where the
        action only denies, the sentence must deny it too."""
        if not self.denied:
            return self.serves(stems, cues, around)
        said = [frozenset(content_stems(phrase)) for phrase in denied_phrases(sentence)]
        denies = any(holds(phrase, term) for phrase in said for term in self.denied)
        if not self.terms:
            return denies
        names_denied = any(holds(stems, term) for term in self.denied)
        return self.serves(stems, cues, around) and (denies or not names_denied)

    def serves(
        self, stems: Set[str], cues: Set[SentenceRole], around: Set[str] = frozenset()
    ) -> bool:
        """Whether a sentence with these stems and roles does what the action asks; `around` are the
        stems of its paper's passages. False for actions that no sentence can serve."""
        if self.cues:
            is_on = not self.terms or self.names(stems, around) or self.names(around)
            return bool(self.cues & cues) and is_on
        cue = CUE_OF.get(self.verb)
        if self.verb is Verb.COMPARE or (cue is not None and cue not in cues):
            return False
        if self.verb in TERM_VERBS and self.terms:
            return self.names(stems, around)
        return cue is not None

    @property
    def parts(self) -> frozenset[SentenceRole]:
        """The parts of a report that the terms name ("background", "definitions")."""
        return _parts(" ".join(self.action.directive.terms))


def holds(stems: Set[str], term: frozenset[str]) -> bool:
    """All words of a short term, three fifths of one of three words or more."""
    return len(term & stems) >= (len(term) if len(term) < 3 else 0.6 * len(term))


def _parts(words: str) -> frozenset[SentenceRole]:
    return frozenset(cue for cue, names in _PARTS.items() if names.search(words))


def _is_aspect(term: str) -> bool:
    """What a table can have a column on, and no row needs to mention."""
    return any(is_frame(word) or word in ASKED_THINGS.values() for word in term.casefold().split())


def aims_of(actions: Sequence[Action], about: Set[str] = frozenset()) -> tuple[ActionTarget, ...]:
    """The actions in order; `about` are the stems of the question's topic. A term without content
    words is left out."""
    return tuple(_aim(action, about) for action in actions)


def _aim(action: Action, about: Set[str]) -> ActionTarget:
    verb = action.directive.verb
    terms = {t: s for t in action.directive.terms if (s := frozenset(content_stems(t)))}
    # whoever asks what two words mean is served by a definition of either
    if verb not in TERM_VERBS or verb is Verb.DEFINE:
        return ActionTarget(action, tuple(terms.values()), tuple(terms))
    if verb is Verb.ADD_SECTION and any(t.casefold() == "background" for t in terms):
        on = {t: s for t, s in terms.items() if " " in t or not _parts(t) & _BACKGROUND_CUES}
        return ActionTarget(action, tuple(on.values()), tuple(on), cues=_BACKGROUND_CUES)
    own = {t: s - about for t, s in terms.items() if s - about}
    columns: tuple[str, ...] = ()
    if verb is Verb.COMPARE:
        # "evaluation setups" says what to compare, not what a row must mention
        columns = tuple(t for t in own if _is_aspect(t))
        own = {t: s for t, s in own.items() if t not in columns}
        terms = own
    wanted = own or terms
    return ActionTarget(
        action,
        tuple(wanted.values()),
        tuple(wanted),
        together=not own,
        columns=columns,
    )


def of_verb(aims: Sequence[ActionTarget], *verbs: Verb) -> tuple[ActionTarget, ...]:
    return tuple(aim for aim in aims if aim.verb in verbs)
