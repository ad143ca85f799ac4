"""What readers did with proposed actions."""

from collections.abc import Sequence

from sqlalchemy import delete, insert, select, update

from myscholar.domain.actions import Action
from myscholar.domain.profile import ProfileId
from myscholar.errors import UnknownName
from myscholar.gateways.storage.connecting import Records, writing
from myscholar.gateways.storage.records import Choice, ChoiceKind
from myscholar.gateways.storage.tables import choices as t

_COLUMNS = tuple(name for name in Choice.model_fields if name != "choice_id")
_REMEMBERED = 2000
"""The latest choices that are given back; older ones stay stored."""


class Choices(Records):
    def save(self, choices: Sequence[Choice]) -> None:
        """All or none. Of choices on one action for one question of a profile the last counts:
        earlier ones go.

        Numbers of actions start anew in each proposal, so the same action is one with the same
        words, or the user's rewording of its number.
        """
        if not choices:
            return
        with writing(self._engine) as connection:
            for place in {(c.profile_id, c.question) for c in choices}:
                new = [c.action for c in choices if (c.profile_id, c.question) == place]
                is_there = (t.c.profile_id == place[0], t.c.question == place[1])
                earlier = connection.execute(select(t.c.id, t.c.action).where(*is_there)).mappings()
                gone = [e["id"] for e in earlier if any(_is_same(e["action"], now) for now in new)]
                connection.execute(delete(t).where(t.c.id.in_(gone)))
            rows = [{name: getattr(choice, name) for name in _COLUMNS} for choice in choices]
            connection.execute(insert(t), rows)

    def of(self, profile_id: ProfileId | None) -> tuple[Choice, ...]:
        """The latest 2,000 of this profile (None: made without a profile), oldest first."""
        columns = (t.c.id.label("choice_id"), *(t.c[name] for name in _COLUMNS))
        query = select(*columns).where(t.c.profile_id == profile_id)
        query = query.order_by(t.c.id.desc()).limit(_REMEMBERED)
        return self._fetch(query, Choice.model_validate)[::-1]

    def correct(self, choice_id: int, kind: ChoiceKind) -> None:
        """Raises UnknownName."""
        if not self._change(update(t).where(t.c.id == choice_id).values(kind=kind)):
            raise UnknownName("choice", str(choice_id))

    def forget(self, choice_id: int) -> None:
        """Nothing happens if it is not there."""
        self._change(delete(t).where(t.c.id == choice_id))

    def forget_all(self, profile_id: ProfileId | None) -> int:
        """Everything of this profile. Gives how many there were."""
        return self._change(delete(t).where(t.c.profile_id == profile_id))


def _is_same(earlier: Action, now: Action) -> bool:
    if (earlier.tldr, earlier.text) == (now.tldr, now.text):
        return True
    return earlier.action_id == now.action_id and now.origin == "user"
