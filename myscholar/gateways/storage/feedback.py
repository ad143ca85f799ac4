"""What people think of profiles, actions and reports."""

import json
from collections.abc import Iterable
from typing import Any

from sqlalchemy import ColumnElement, Engine, and_, delete, insert, select

from myscholar.domain.feedback import Feedback, Subject
from myscholar.gateways.storage.connecting import reading, writing
from myscholar.gateways.storage.tables import feedback as t


class FeedbackRecords:
    """All methods raise StorageError when the database fails; each change is one transaction."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def give(self, feedback: Feedback) -> None:
        """In the place of what was said about the item before."""
        with writing(self._engine) as connection:
            connection.execute(
                delete(t).where(_is_on(feedback.subject, feedback.about, feedback.item))
            )
            names = {
                "about": feedback.about,
                "subject": feedback.subject.value,
                "item": feedback.item,
            }
            # ASCII with escapes: NUL, which PostgreSQL refuses in texts, comes through.
            connection.execute(
                insert(t).values(**names, content=json.dumps(feedback.model_dump(mode="json")))
            )

    def take_back(self, subject: Subject, about: str, item: str) -> None:
        """Nothing happens if nothing was said."""
        with writing(self._engine) as connection:
            connection.execute(delete(t).where(_is_on(subject, about, item)))

    def on(self, about: str) -> tuple[Feedback, ...]:
        """One an item, the oldest first."""
        with reading(self._engine) as connection:
            query = select(t.c.content).where(t.c.about == about).order_by(t.c.id)
            return _newest(connection.execute(query).scalars())

    def all(self) -> tuple[Feedback, ...]:
        """One an item, the oldest first."""
        with reading(self._engine) as connection:
            return _newest(connection.execute(select(t.c.content).order_by(t.c.id)).scalars())


def _newest(contents: Iterable[str]) -> tuple[Feedback, ...]:
    """Two writers at once may both have left a row on an item."""
    said = [Feedback.model_validate_json(content) for content in contents]
    return tuple({(f.subject, f.about, f.item): f for f in said}.values())


def _is_on(subject: Subject, about: str, item: str) -> ColumnElement[Any]:
    return and_(t.c.about == about, t.c.subject == subject.value, t.c.item == item)
