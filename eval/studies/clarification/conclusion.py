"""What the study's figures say, in words that follow from them."""

from collections.abc import Iterator

from eval.domain.words import interval, number, p_value, percent
from eval.studies.clarification.dialogues import TURNS, AskerName
from eval.studies.clarification.figures import Beyond, OfAsker
from eval.studies.clarification.run import ClarificationResults
from myscholar.domain.text import counted


def conclude(found: ClarificationResults) -> tuple[str, ...]:
    return (*_ours(found), *_beyond(found), *_profile(found), *_nothing(found))


def of(found: ClarificationResults, asker: AskerName, *, with_profile: bool) -> OfAsker | None:
    """On the half that nothing was chosen on."""
    wanted = (asker, with_profile, False)
    return next((a for a in found.askers if (a.asker, a.with_profile, a.chosen_on) == wanted), None)


def _ours(found: ClarificationResults) -> Iterator[str]:
    if ours := of(found, AskerName.OURS, with_profile=False):
        yield (
            f"Of the intents, ours finds {percent(ours.found[0].mean)} with one question, "
            f"{percent(ours.found[2].mean)} with three and {percent(ours.found[-1].mean)} with "
            f"{TURNS}; it stops by itself after a median of {ours.stopped:g}, with "
            f"{percent(ours.when_stopped.mean)}. On average there were {number(ours.asked, 1)} "
            "questions to ask."
        )


def _beyond(found: ClarificationResults) -> Iterator[str]:
    for other in AskerName:
        said = [
            _in_words(each)
            for each in found.beyond
            if each.other is other and not each.with_profile and not each.chosen_on
        ]
        if said:
            yield f"Ours less {other.value}, in points: {'; '.join(said)}."


def _in_words(each: Beyond) -> str:
    d = each.difference
    span = interval(100 * d.low, 100 * d.high, 1, signed=True)
    return (
        f"{number(100 * d.mean, 1, signed=True)} {span} after "
        f"{counted(each.turn, 'turn')} (p {p_value(each.p_value)})"
    )


def _profile(found: ClarificationResults) -> Iterator[str]:
    plain = of(found, AskerName.OURS, with_profile=False)
    told = of(found, AskerName.OURS, with_profile=True)
    if plain and told:
        yield (
            f"With the profile of the nearest researcher it finds {percent(told.found[-1].mean)} "
            f"instead of {percent(plain.found[-1].mean)}, and {percent(told.known)} stand in the "
            "profile."
        )


def _nothing(found: ClarificationResults) -> Iterator[str]:
    if found.n_without:
        yield (
            f"About {found.n_without} of {counted(found.n_questions, 'question')} it asks nothing: "
            "the first look finds too few papers on them, or none that differ."
        )
