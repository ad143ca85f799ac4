"""Complaints about proposed actions: NARROW."""

from collections.abc import Mapping

from eval.datasets.interviews import JudgedAction
from eval.studies.detectors.detection import Detection, detections
from myscholar.actions.checks import check_actions
from myscholar.actions.own import new_action
from myscholar.actions.scope import narrows
from myscholar.domain.actions import Action
from myscholar.domain.flags import ErrorType
from myscholar.text.background import Background
from myscholar.text.terms import content_stems

WRITTEN_BY = "model:unknown"


def detect_action(item: JudgedAction, background: Background) -> Mapping[ErrorType, Detection]:
    """The flags of `check_actions` on one action, and a score."""
    action = as_action(item)
    (checked,) = check_actions([action], item.query, background)
    return detections(checked.flags, scores_of(action, item.query, background))


def as_action(item: JudgedAction) -> Action:
    """As a model would have proposed it: the study keeps the short form only, and rules read it."""
    action = new_action(item.text, action_id=item.judgment_id, question=item.query)
    said = item.text[:1].lower() + item.text[1:].rstrip(". ")
    text = f"I can {said}, which might help you with your question."
    return action.model_copy(update={"personalized": True, "origin": WRITTEN_BY, "text": text})


def scores_of(action: Action, query: str, background: Background) -> dict[ErrorType, float]:
    """What its wording shuts out, and its rarest term."""
    said = {stem for term in action.directive.terms for stem in content_stems(term)}
    own = said - set(content_stems(query))
    rarest = max((background.idf(stem) for stem in own), default=0.0)
    return {ErrorType.NARROW: narrows(action, query) + rarest / 30}
