"""What the study's figures say, in words that follow from them."""

from collections.abc import Iterator

from eval.domain.results import Comparison
from eval.domain.words import interval, number, p_value, percent
from eval.studies.intentrl.askers import AskerName
from eval.studies.intentrl.dialogues import TURNS
from eval.studies.intentrl.figures import OfAsker
from eval.studies.intentrl.run import IntentResults


def conclude(found: IntentResults) -> tuple[str, ...]:
    return (*_ours(found), *_beside(found), *_profile(found), *_nothing(found))


def of(found: IntentResults, asker: str, *, with_profile: bool = False) -> OfAsker | None:
    wanted = (asker, with_profile)
    return next((a for a in found.askers if (a.asker, a.with_profile) == wanted), None)


def _ours(found: IntentResults) -> Iterator[str]:
    if ours := of(found, AskerName.OURS):
        yield (
            f"Of the intents, ours finds {percent(ours.recall[0].mean)} with one question, "
            f"{percent(ours.recall[2].mean)} with three and {percent(ours.recall[-1].mean)} with "
            f"{TURNS}; it stops by itself after a median of {ours.stopped:g}, with "
            f"{percent(ours.when_stopped.mean)}. On average there were {number(ours.asked, 1)} "
            "questions to ask."
        )
    if expert := of(found, AskerName.EXPERT):
        yield (
            f"Who asks what the graph was made of finds {percent(expert.recall[2].mean)} with "
            f"three questions and {percent(expert.recall[-1].mean)} with {TURNS}."
        )


def _beside(found: IntentResults) -> Iterator[str]:
    others = dict.fromkeys(c.a for c in found.comparisons if c.b == AskerName.OURS)
    for other in others:
        said = [
            _in_words(each)
            for each in found.comparisons
            if (each.a, each.b) == (other, AskerName.OURS)
        ]
        yield f"Ours minus {other}, in points: {'; '.join(said)}."


def _in_words(each: Comparison) -> str:
    d = each.difference
    if not d.has_interval:
        return (
            f"{number(100 * d.mean, 1, signed=True)} after {each.group}, of too few queries to tell"
        )
    span = interval(100 * d.low, 100 * d.high, 1, signed=True)
    return (
        f"{number(100 * d.mean, 1, signed=True)} {span} after {each.group} "
        f"(p {p_value(each.p_value)})"
    )


def _profile(found: IntentResults) -> Iterator[str]:
    plain, told = of(found, AskerName.OURS), of(found, AskerName.OURS, with_profile=True)
    if plain and told:
        yield (
            f"With the profile of the nearest researcher it finds {percent(told.recall[-1].mean)} "
            f"instead of {percent(plain.recall[-1].mean)}, and {percent(told.known)} stand in the "
            "profile."
        )


def _nothing(found: IntentResults) -> Iterator[str]:
    if found.n_without and (ours := of(found, AskerName.OURS)):
        yield (
            f"About {found.n_without} of the {ours.n_questions} queries it asks nothing: the first "
            "look finds too few papers on them, or none that differ."
        )
