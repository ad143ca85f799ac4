"""What a researcher does with a profile's inferences: switch, reword, add, remove. Source: MySQA §2.1."""

from myscholar.domain.profile import Inference, InferenceId, Profile, ProfileAspect
from myscholar.errors import InputError
from myscholar.profile.safeguards import withheld
from myscholar.text.question import topic_phrases
from myscholar.workflows.services import Services

TEXT_LIMIT = 2000
"""Characters of an inference."""


def switched(services: Services, profile: Profile, inference_id: str, *, on: bool) -> Profile:
    """Raises UnknownName."""
    inference = profile.inference(InferenceId(inference_id))
    return profile.with_inference(inference.model_copy(update={"enabled": on}), at=services.now())


def reworded(services: Services, profile: Profile, inference_id: str, text: str) -> Profile:
    """The inference in the user's words; its papers and quotes stay. Raises UnknownName, InputError."""
    edited = profile.inference(InferenceId(inference_id)).edited(_checked(text))
    return profile.with_inference(edited, at=services.now())


def added(services: Services, profile: Profile, aspect: ProfileAspect, text: str) -> Profile:
    """One more inference in the user's words, without papers. Raises InputError."""
    line = _checked(text)
    inference = Inference(
        inference_id=InferenceId(f"user-{services.new_id()}"),
        aspect=aspect,
        text=line,
        terms=topic_phrases(line)[:5],
        origin="user",
    )
    return profile.with_inference(inference, at=services.now())


def removed(services: Services, profile: Profile, inference_id: str) -> Profile:
    """Raises UnknownName."""
    return profile.without_inference(InferenceId(inference_id), at=services.now())


def _checked(text: str) -> str:
    line = " ".join(text.split())
    if not line:
        raise InputError("Write what the profile should say.")
    if len(line) > TEXT_LIMIT:
        raise InputError(f"This has {len(line):,} characters; the limit is {TEXT_LIMIT:,}. Shorten it.")
    if withheld(line):
        raise InputError(
            "A profile says nothing of anyone's origin, language, gender, age, health, beliefs or ability. Say what the papers say."
        )
    return line
