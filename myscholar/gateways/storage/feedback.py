"""What people think of profiles, actions and reports."""

from typing import Any

from sqlalchemy import ColumnElement, Select, and_, delete, insert, select

from myscholar.domain.feedback import Feedback, Subject
from myscholar.gateways.storage.connecting import Records, writing
from myscholar.gateways.storage.tables import feedback as t


class FeedbackRecords(Records):
    def give(self, feedback: Feedback) -> None:
        """In the place of what was said about the item before."""
        on = {"about": feedback.about, "subject": feedback.subject, "item": feedback.item}
        with writing(self._engine) as connection:
            connection.execute(delete(t).where(_is_on(**on)))
            connection.execute(insert(t).values(**on, content=feedback.model_dump(mode="json")))

    def take_back(self, subject: Subject, about: str, item: str) -> None:
        """Nothing happens if nothing was said."""
        self._change(delete(t).where(_is_on(subject, about, item)))

    def on(self, about: str) -> tuple[Feedback, ...]:
        """One an item, the oldest first."""
        return self._newest(select(t.c.content).where(t.c.about == about))

    def all(self) -> tuple[Feedback, ...]:
        """One an item, the oldest first."""
        return self._newest(select(t.c.content))

    def _newest(self, query: Select[Any]) -> tuple[Feedback, ...]:
        """Two writers at once may both have left a row on an item."""
        said = self._fetch(query.order_by(t.c.id), lambda r: Feedback.model_validate(r["content"]))
        return tuple({(f.subject, f.about, f.item): f for f in said}.values())


def _is_on(subject: str, about: str, item: str) -> ColumnElement[bool]:
    return and_(t.c.about == about, t.c.subject == subject, t.c.item == item)
