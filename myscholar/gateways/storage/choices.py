"""What readers did with proposed actions."""

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, Engine, delete, insert, select, update

from myscholar.domain.actions import Action
from myscholar.domain.profile import ProfileId
from myscholar.errors import UnknownName
from myscholar.gateways.storage.connecting import reading, writing
from myscholar.gateways.storage.records import Choice, ChoiceKind
from myscholar.gateways.storage.tables import choices as t

_REMEMBERED = 2000
"""The latest choices that are given back; older ones stay stored."""


class Choices:
    """All methods raise StorageError when the database fails; each change is one transaction."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def save(self, choices: Sequence[Choice]) -> None:
        """All or none. Of choices on one action for one question of a profile the last counts:
        earlier ones go.

        Numbers of actions start anew in each proposal, so the same action is one with the same
        words, or the user's rewording of its number.
        """
        if not choices:
            return
        with writing(self._engine) as connection:
            _drop_earlier(connection, choices)
            connection.execute(insert(t), [_row(choice) for choice in choices])

    def of(self, profile_id: ProfileId | None) -> tuple[Choice, ...]:
        """The latest 2,000 of this profile (None: made without a profile), oldest first."""
        query = (
            select(t).where(t.c.profile_id == profile_id).order_by(t.c.id.desc()).limit(_REMEMBERED)
        )
        with reading(self._engine) as connection:
            rows = connection.execute(query).mappings().all()
            return tuple(_choice(row) for row in reversed(rows))

    def correct(self, choice_id: int, kind: ChoiceKind) -> None:
        """Raises UnknownName."""
        with writing(self._engine) as connection:
            if not connection.execute(
                update(t).where(t.c.id == choice_id).values(kind=kind.value)
            ).rowcount:
                raise UnknownName("choice", str(choice_id))

    def forget(self, choice_id: int) -> None:
        """Nothing happens if it is not there."""
        with writing(self._engine) as connection:
            connection.execute(delete(t).where(t.c.id == choice_id))

    def forget_all(self, profile_id: ProfileId | None) -> int:
        """Everything of this profile. Gives how many there were."""
        with writing(self._engine) as connection:
            return int(connection.execute(delete(t).where(t.c.profile_id == profile_id)).rowcount)


def _drop_earlier(connection: Connection, choices: Sequence[Choice]) -> None:
    for profile_id, question in {(c.profile_id, c.question) for c in choices}:
        new = [c.action for c in choices if (c.profile_id, c.question) == (profile_id, question)]
        query = select(t.c.id, t.c.action).where(
            t.c.profile_id == profile_id, t.c.question == question
        )
        earlier = [
            (row.id, Action.model_validate_json(row.action)) for row in connection.execute(query)
        ]
        gone = [number for number, action in earlier if any(_same(action, now) for now in new)]
        if gone:
            connection.execute(delete(t).where(t.c.id.in_(gone)))


def _same(earlier: Action, now: Action) -> bool:
    if (earlier.tldr, earlier.text) == (now.tldr, now.text):
        return True
    return earlier.action_id == now.action_id and now.origin == "user"


def _row(choice: Choice) -> dict[str, Any]:
    return {
        "profile_id": choice.profile_id,
        "question": choice.question,
        "kind": choice.kind.value,
        "action": choice.action.model_dump_json(),
        "at": choice.at,
    }


def _choice(row: Mapping[Any, Any]) -> Choice:
    return Choice(
        choice_id=row["id"],
        profile_id=row["profile_id"],
        question=row["question"],
        action=Action.model_validate_json(row["action"]),
        kind=ChoiceKind(row["kind"]),
        at=row["at"],
    )
