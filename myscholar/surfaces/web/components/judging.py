"""What a person thinks of an inference or an action, on its way from a part to the store."""

from typing import Literal

from myscholar.domain.feedback import Feedback, Subject
from myscholar.domain.flags import ErrorType
from myscholar.domain.model import Frozen
from myscholar.surfaces.web import session
from myscholar.workflows.actions.complaints import sets_aside
from myscholar.workflows.actions.feedback import (
    feedback_key,
    feedback_on,
    give_feedback,
    take_back,
)


class Judgement(Frozen):
    """`liked` None takes it back."""

    kind: Literal["judge"]
    liked: bool | None
    errors: tuple[ErrorType, ...] = ()
    comment: str = ""


def keep(said: Judgement, subject: Subject, about: str, item: str, *, words: str) -> bool:
    """`words` are those that it was said of. Gives whether it is not to be used any more, by what
    is new in what was said."""
    services = session.services()
    if said.liked is None:
        take_back(services, subject, about, item)
        return False
    before = feedback_on(services, about).get(feedback_key(subject, item))
    given = Feedback(
        subject=subject, about=about, item=item, words=words,
        liked=said.liked, errors=said.errors, comment=said.comment,
    )  # fmt: skip
    give_feedback(services, given)
    return sets_aside(set(said.errors) - set(before.errors if before else ()))
