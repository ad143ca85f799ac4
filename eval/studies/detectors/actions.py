"""Complaints about proposed actions: NARROW, OFFTOPIC.

The profile that OFFTOPIC is checked against is inferred here from the user's papers, without a
model; the one after the user's edits is not read.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from eval.datasets.interviews import Interviews, JudgedAction
from eval.studies.detectors.detection import Detection, detections
from eval.studies.detectors.inferences import shelf_of
from myscholar.actions.checks import check_actions
from myscholar.actions.own import new_action
from myscholar.actions.scope import leads_away, narrows
from myscholar.domain.actions import Action
from myscholar.domain.flags import ErrorType
from myscholar.domain.profile import Profile, ProfileId
from myscholar.profile.extractive.infer import infer_profile
from myscholar.text.background import Background
from myscholar.text.terms import content_stems

NOW = "2026-01-01T00:00:00Z"
WRITTEN_BY = "model:unknown"


@dataclass
class ActionDetector:
    """The flags of `check_actions` on one action, and a score for each of the two types."""

    interviews: Interviews
    background: Background
    _profiles: dict[str, Profile] = field(default_factory=dict)

    def __call__(self, item: JudgedAction) -> Mapping[ErrorType, Detection]:
        action = as_action(item)
        profile = self._profile(item.user_id)
        (checked,) = check_actions([action], item.query, profile, self.background)
        return detections(checked.flags, scores_of(action, item.query, self.background))

    def _profile(self, user_id: str) -> Profile:
        if user_id not in self._profiles:
            papers, named = shelf_of(self.interviews.user(user_id)).papers, ProfileId(user_id)
            self._profiles[user_id] = infer_profile(
                papers, background=self.background, now=NOW, profile_id=named, name=user_id
            )
        return self._profiles[user_id]


def as_action(item: JudgedAction) -> Action:
    """As a model would have proposed it: the study keeps the short form only, and rules read it."""
    action = new_action(item.text, action_id=item.judgment_id, question=item.query)
    said = item.text[:1].lower() + item.text[1:].rstrip(". ")
    text = f"I can {said}, which might help you with your question."
    return action.model_copy(update={"personalized": True, "origin": WRITTEN_BY, "text": text})


def scores_of(action: Action, query: str, background: Background) -> dict[ErrorType, float]:
    """NARROW: what its wording shuts out, and its rarest term. OFFTOPIC: how far it leads."""
    said = {stem for term in action.directive.terms for stem in content_stems(term)}
    own = said - set(content_stems(query))
    rarest = max((background.idf(stem) for stem in own), default=0.0)
    return {
        ErrorType.NARROW: narrows(action, query) + rarest / 30,
        ErrorType.OFFTOPIC: leads_away(action, query),
    }
