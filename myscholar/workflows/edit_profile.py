"""What a researcher does with a profile's inferences: switch, reword, add, remove. Source: MySQA §2.1."""

from myscholar.domain.flags import ErrorType
from myscholar.domain.papers import Paper
from myscholar.domain.profile import Inference, InferenceId, Profile, ProfileAspect, ProfilePaper
from myscholar.errors import InputError
from myscholar.profile.checks import check_inference
from myscholar.profile.safeguards import withheld
from myscholar.text.question import topic_phrases
from myscholar.workflows.services import Services

TEXT_LIMIT = 2000
"""Characters of an inference."""
_BY_WORDS = {
    ErrorType.CONVENTION,
    ErrorType.IMPOSSIBLE,
    ErrorType.OVERCLAIM,
    ErrorType.PROFILE_GLOBAL,
    ErrorType.STRENGTH,
    ErrorType.STYLE,
}


def switched(services: Services, profile: Profile, inference_id: str, *, on: bool) -> Profile:
    """Raises UnknownName."""
    inference = profile.inference(InferenceId(inference_id))
    return profile.with_inference(inference.model_copy(update={"enabled": on}), at=services.now())


def reworded(services: Services, profile: Profile, inference_id: str, text: str) -> Profile:
    """The inference in the user's words; its papers and quotes stay. Raises UnknownName, InputError."""
    edited = profile.inference(InferenceId(inference_id)).edited(_checked(text))
    return profile.with_inference(_looked_at(services, profile, edited), at=services.now())


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
    return profile.with_inference(_looked_at(services, profile, inference), at=services.now())


def removed(services: Services, profile: Profile, inference_id: str) -> Profile:
    """Raises UnknownName."""
    return profile.without_inference(InferenceId(inference_id), at=services.now())


def _looked_at(services: Services, profile: Profile, inference: Inference) -> Inference:
    """With a flag for each doubt that its words alone raise. A profile holds only what it cites, so nothing is held against the papers' text."""
    others = [i for i in profile.inferences if i.inference_id != inference.inference_id]
    papers = [_as_paper(profile, paper) for paper in profile.papers]
    found = check_inference(inference, papers, services.background, others) if papers else ()
    return inference.model_copy(update={"flags": tuple(flag for flag in found if flag.error_type in _BY_WORDS)})


def _as_paper(profile: Profile, known: ProfilePaper) -> Paper:
    passages = tuple(p for p in profile.passages if p.paper_id == known.paper_id)
    return Paper(paper_id=known.paper_id, title=known.title, passages=passages, text_source=known.text_source)


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
