"""What a person thinks of an inference or an action, on its way from a part to the store."""

from typing import Literal

from myscholar.domain.feedback import Feedback, Subject
from myscholar.domain.flags import ErrorType
from myscholar.domain.model import Frozen
from myscholar.surfaces.web import session
from myscholar.workflows.actions.feedback import give_feedback, take_back


class Judgement(Frozen):
    """`liked` None takes it back."""

    kind: Literal["judge"]
    liked: bool | None
    errors: tuple[ErrorType, ...] = ()
    comment: str = ""


def keep(said: Judgement, subject: Subject, about: str, item: str, *, words: str) -> None:
    """`words` are those that it was said of."""
    services = session.services()
    if said.liked is None:
        take_back(services, subject, about, item)
        return
    given = Feedback(
        subject=subject, about=about, item=item, words=words,
        liked=said.liked, errors=said.errors, comment=said.comment,
    )  # fmt: skip
    give_feedback(services, given)
