"""What a researcher does with a profile's inferences: switch, reword, add, remove, bring back.
Source: MySQA §2.1."""

from myscholar.domain.profile import Inference, InferenceId, Profile, ProfileAspect
from myscholar.domain.text import one_line
from myscholar.errors import InputError
from myscholar.profile.carry_over import standing
from myscholar.profile.repeats import repeat_flags
from myscholar.text.own_words import own_terms
from myscholar.text.safeguards import is_withheld
from myscholar.workflows.services import Services

TEXT_LIMIT = 2000
"""Characters of an inference."""


def switch(services: Services, profile: Profile, inference_id: str, *, on: bool) -> Profile:
    """Raises UnknownName."""
    inference = profile.inference(InferenceId(inference_id))
    return profile.with_inference(inference.model_copy(update={"enabled": on}), at=services.now())


def reword(services: Services, profile: Profile, inference_id: str, text: str) -> Profile:
    """The inference in the user's words, with the terms that these name; its papers and quotes
    stay. Raises UnknownName, InputError."""
    before, line = profile.inference(InferenceId(inference_id)), _check_words(text)
    edited = before.edited(line, own_terms(line, before.terms))
    return profile.with_inference(_beside_others(profile, edited), at=services.now())


def add(services: Services, profile: Profile, aspect: ProfileAspect, text: str) -> Profile:
    """One more inference in the user's words, without papers. Raises InputError."""
    line = _check_words(text)
    inference = Inference(
        inference_id=InferenceId(f"user-{services.new_id()}"),
        aspect=aspect,
        text=line,
        terms=own_terms(line),
        origin="user",
    )
    return profile.with_inference(_beside_others(profile, inference), at=services.now())


def remove(services: Services, profile: Profile, inference_id: str) -> Profile:
    """Raises UnknownName."""
    return profile.without_inference(InferenceId(inference_id), at=services.now())


def can_bring_back(profile: Profile, number: int) -> bool:
    """Whether edit `number` (from 0, the oldest first) deleted an inference that is still gone, or
    gave one words that it still has not got back."""
    before, now = _sides(profile, number)
    after = profile.edits[number].after
    if before is None:
        return False
    return (
        now is None
        if after is None
        else now is not None and before.text not in (after.text, now.text)
    )


def bring_back(services: Services, profile: Profile, number: int) -> Profile:
    """The inference as it was before the edit, with those of its papers that are still there; one
    that is there stays on or off. Raises InputError where nothing can be brought back."""
    before, now = _sides(profile, number)
    if before is None or not can_bring_back(profile, number):
        raise InputError("This can't be brought back any more.")
    there = {p.passage_id: p for p in profile.passages}
    supports = tuple(s for s in (standing(there, s) for s in before.supports) if s)
    facts = {"enabled": now.enabled if now else True, "supports": supports}
    return profile.with_inference(before.model_copy(update=facts), at=services.now())


def _sides(profile: Profile, number: int) -> tuple[Inference | None, Inference | None]:
    """What the edit changed, and what stands in its place now."""
    before = profile.edits[number].before
    return before, next(
        (i for i in profile.inferences if before and i.inference_id == before.inference_id), None
    )


def _beside_others(profile: Profile, inference: Inference) -> Inference:
    """With a flag where another inference says much the same. Nothing else that the user words is
    doubted: they know more than their papers say."""
    return inference.model_copy(update={"flags": repeat_flags(inference, profile.inferences)})


def _check_words(text: str) -> str:
    line = one_line(text)
    if not line:
        raise InputError("Write what the profile should say.")
    if len(line) > TEXT_LIMIT:
        raise InputError(
            f"This has {len(line):,} characters; the limit is {TEXT_LIMIT:,}. Shorten it."
        )
    if is_withheld(line):
        raise InputError(
            "A profile says nothing of anyone's origin, language, gender, age, health, beliefs or "
            "ability. Say what the papers say."
        )
    return line
