"""Proposals -> candidates. The verb and the terms are the model's as far as its words bear them
out; limits are read off the words.

A user sees the words only, so words and directive must not part: where they do, the words win.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from myscholar.actions.candidates import Candidate
from myscholar.actions.conflicts import say_the_same, topic_stems
from myscholar.actions.executable import beyond_models
from myscholar.actions.filters import filters_of
from myscholar.actions.interpret import clause_of, interpret
from myscholar.actions.llm.replies import Proposal
from myscholar.actions.llm.showing import PromptSituation
from myscholar.actions.wording import n_words
from myscholar.domain.actions import Action, Directive, Omission, Stage, Verb
from myscholar.domain.evidence import SearchFilters
from myscholar.domain.flags import Flag, Severity
from myscholar.domain.profile import InferenceId
from myscholar.errors import BadFilter
from myscholar.text.lexicons import pattern
from myscholar.text.safeguards import addresses_in, is_withheld
from myscholar.text.terms import content_stems

MAX_TERMS = 4
"""Terms of a directive, at most; by hand."""
MOST_TLDR_WORDS, MOST_TEXT_WORDS = 20, 40
"""What is still longer after the repair is dropped, by hand; what is a little over the limits of
MySQA D.3 stays."""
MOST_CHARACTERS = 2000
"""Of both together, by hand: words can be of any length."""
ON_SCREEN = 0.7
"""Jaccard overlap of content words from which two texts say the same; by hand."""
_REFINING = (Verb.FOCUS, Verb.EXCLUDE, Verb.LIMIT)
_WRITING = tuple(v for v in Verb if v not in (Verb.SEARCH, *_REFINING))
VERBS_OF = {
    Stage.SEARCH_ADD: (Verb.SEARCH,),
    Stage.SEARCH_REFINE: _REFINING,
    Stage.ORGANIZATION: _WRITING,
    Stage.GENERATION: _WRITING,
}
"""What takes hold at a stage; the first one stands in where a proposal names another that its words
don't show either."""
_STAND_IN = {
    Stage.SEARCH_ADD: Verb.SEARCH,
    Stage.SEARCH_REFINE: Verb.FOCUS,
    Stage.ORGANIZATION: Verb.FREE,
    Stage.GENERATION: Verb.FREE,
}
LEAVES_OUT = frozenset({Verb.EXCLUDE, Verb.SKIP_SECTION, Verb.SKIP_DEFINITIONS})
_NO_TERMS = frozenset({Verb.LIMIT, Verb.LIST, Verb.ORDER_BY_YEAR, Verb.BRIEF, Verb.FREE})
_NEEDS_TERMS = frozenset(
    {Verb.SEARCH, Verb.FOCUS, Verb.EXCLUDE, Verb.ADD_SECTION, Verb.SKIP_SECTION}
)
_ALMOST_I_CAN = pattern("action_words.almost_i_can")
_ALMOST_WHICH_MIGHT = pattern("action_words.almost_which_might")
_TAKES_OUT = pattern("action_words.takes_out")
_BEGINS_TAKING_OUT = pattern("action_words.begins_taking_out")
"""A form that leaves out and one that takes in can't stand for each other."""


@dataclass(frozen=True)
class Rejected:
    """A proposal that is not shown among the others: see `LeftOut`."""

    candidate: Candidate
    reason: Omission
    near: Candidate | Action | None = None
    detail: str = ""


def usable(
    candidates: Sequence[Candidate], situation: PromptSituation
) -> tuple[tuple[Candidate, ...], tuple[Rejected, ...]]:
    """Those that can be shown, stage by stage, and the others with why. The first wild card is the
    only one.

    Of two that ask for the same the first stays, or the one that follows from the profile; one
    that is there word for word is no other proposal.
    """
    kept: list[Candidate] = []
    dropped: list[Rejected] = []
    different: dict[tuple[str, str], Candidate] = {}
    for c in candidates:
        different.setdefault((c.tldr, c.text), c)
    for c in sorted(different.values(), key=lambda c: list(Stage).index(c.stage)):
        candidate = replace(c, wild_card=c.wild_card and not any(k.wild_card for k in kept))
        twin = next((other for other in kept if say_the_same(candidate, other)), None)
        if reason := _unfit(candidate, kept, situation):
            dropped.append(reason)
        elif twin is None:
            kept.append(candidate)
        elif candidate.inference_id and not twin.inference_id and not twin.wild_card:
            kept[kept.index(twin)] = candidate
            dropped = [replace(d, near=candidate) if d.near is twin else d for d in dropped]
            dropped.append(Rejected(twin, Omission.REPEATS, candidate))
        else:
            dropped.append(Rejected(candidate, Omission.REPEATS, twin))
    return tuple(sorted(kept, key=lambda c: list(Stage).index(c.stage))), tuple(dropped)


def _unfit(
    candidate: Candidate, kept: Sequence[Candidate], situation: PromptSituation
) -> Rejected | None:
    """Why it can't be shown, whatever else is proposed beside it."""
    beyond = beyond_models(candidate.tldr, candidate.text)
    on_screen = shown_already(candidate.tldr, situation.known)
    if not readable(candidate):
        return Rejected(candidate, Omission.UNREADABLE)
    if shown_to_nobody(candidate):
        return Rejected(replace(candidate, tldr=""), Omission.WITHHELD)
    if beyond:
        return Rejected(candidate, Omission.BEYOND, detail=beyond)
    if candidate.directive.verb is Verb.CONNECT and situation.reader is None:
        return Rejected(candidate, Omission.NO_PAPERS)
    if on_screen:
        return Rejected(candidate, Omission.REPEATS, on_screen)
    full = sum(c.stage is candidate.stage for c in kept) >= situation.n_per_stage
    return Rejected(candidate, Omission.TOO_MANY) if full and not candidate.wild_card else None


def readable(candidate: Candidate) -> bool:
    """Whether it says something, in no more words and characters than anyone would read."""
    words, text_words = n_words(candidate.tldr), n_words(candidate.text)
    return (
        0 < words <= MOST_TLDR_WORDS
        and 0 < text_words <= MOST_TEXT_WORDS
        and len(candidate.tldr + candidate.text) <= MOST_CHARACTERS
    )


def shown_to_nobody(candidate: Candidate) -> bool:
    """Whether it is on who the reader is, or holds an address, as a paper may order."""
    said = (candidate.tldr, candidate.text)
    return any(is_withheld(text) or any(addresses_in(text)) for text in said)


def shown_already(tldr: str, known: Sequence[Action]) -> Action | None:
    """The action on screen that says the same: Jaccard overlap of the content words of the short
    form with those of its asking part."""
    own = topic_stems(tldr)
    asked = ((action, topic_stems(clause_of(action.text))) for action in known)
    return next(
        (a for a, said in asked if own and len(own & said) / len(own | said) >= ON_SCREEN), None
    )


def candidate_of(
    proposal: Proposal, *, inferences: Sequence[InferenceId] = (), model: str = ""
) -> Candidate:
    """`inferences` are the ids behind the numbers that were shown, from 1. Worth and default are
    set later."""
    by_number = dict(enumerate(inferences, 1))
    return Candidate(
        stage=proposal.stage,
        category=proposal.category,
        directive=directive_of(proposal),
        tldr=" ".join(proposal.tldr.split()).rstrip("."),
        text=sentence_of(proposal.strategy),
        worth=0.0,
        inference_id=by_number.get(proposal.inference_number or 0),
        saves_time=proposal.saves_time,
        wild_card=proposal.wild_card and bool(inferences),
        origin=model,
        doubts=_doubts_of(proposal, model),
    )


def _doubts_of(proposal: Proposal, model: str) -> tuple[Flag, ...]:
    reason = " ".join(proposal.doubt.reason.split()) if proposal.doubt else ""
    is_shown = 0 < n_words(reason) <= MOST_TLDR_WORDS and not is_withheld(reason)
    if proposal.doubt is None or not is_shown:
        return ()
    kind = proposal.doubt.kind
    return (Flag(error_type=kind, severity=Severity.HINT, reason=reason, origin=model),)


def sentence_of(strategy: str) -> str:
    """The strategy in one line, with small slips of its form mended: "I will", "I could", a missing
    full stop."""
    line = " ".join(strategy.replace("’", "'").split()).strip('"“”')
    line = _ALMOST_I_CAN.sub("I can ", line)
    line = _ALMOST_WHICH_MIGHT.sub(", which might help you ", line)
    return line if not line or line[-1] in ".!?" else f"{line}."


def directive_of(proposal: Proposal) -> Directive:
    """What the report does with the proposal; it never holds what the words don't say."""
    of_search = proposal.stage in (Stage.SEARCH_ADD, Stage.SEARCH_REFINE)
    filters = filters_in(proposal) if of_search else SearchFilters()
    verb = _verb(proposal, filters)
    own = () if verb in _NO_TERMS else _terms(proposal)
    if not own and verb in _NEEDS_TERMS:
        own = interpret(proposal.tldr).terms or interpret(proposal.strategy).terms
    if verb not in (Verb.SEARCH, Verb.LIMIT):
        filters = SearchFilters()
    return Directive(verb=verb, terms=own, filters=filters)


def filters_in(proposal: Proposal) -> SearchFilters:
    """The limits that the words state, in the short form or else in the long one; empty where they
    make no sense."""
    try:
        short = filters_of(proposal.tldr)
        return filters_of(clause_of(proposal.strategy)) if short.is_empty else short
    except BadFilter:
        return SearchFilters()


def _verb(proposal: Proposal, filters: SearchFilters) -> Verb:
    stage = proposal.stage
    fits = proposal.verb in VERBS_OF[stage] and not part_ways(proposal)
    read = interpret(proposal.tldr).verb
    verb = proposal.verb if fits else read if read in VERBS_OF[stage] else _STAND_IN[stage]
    if verb is Verb.EXCLUDE and not filters.is_empty and not _terms(proposal):
        return Verb.LIMIT
    if verb is Verb.LIMIT and filters.is_empty:
        return Verb.FOCUS
    return verb


def part_ways(proposal: Proposal) -> bool:
    """Whether the verb leaves out what the words take in, or the other way round."""
    words = f"{proposal.tldr} {clause_of(proposal.strategy)}"
    if proposal.verb in LEAVES_OUT:
        return not _TAKES_OUT.search(words)
    leaves_out_elsehow = proposal.verb in (Verb.LIMIT, Verb.BRIEF, Verb.FREE)
    return not leaves_out_elsehow and bool(_BEGINS_TAKING_OUT.search(proposal.tldr))


def _terms(proposal: Proposal) -> tuple[str, ...]:
    """The terms of which at least half the words are said, each once."""
    said = set(content_stems(f"{proposal.tldr} {proposal.strategy}"))
    kept: dict[frozenset[str], str] = {}
    for term in proposal.terms:
        line = " ".join(term.split())
        stems = frozenset(content_stems(line))
        if stems and len(stems & said) >= len(stems) / 2:
            kept.setdefault(stems, line)
    return tuple(kept.values())[:MAX_TERMS]
