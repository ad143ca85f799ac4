"""Reports that whoever has the key may read."""

from hmac import compare_digest

from sqlalchemy import Engine, delete, insert, select

from myscholar.gateways.storage.connecting import reading, wait_for_others, writing
from myscholar.gateways.storage.tables import shares as t


class Shares:
    """All methods raise StorageError when the database fails; each change is one transaction."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def share(self, report_id: str, key: str, *, at: str) -> str:
        """The report's key: this one, or the one that it is shared by already."""
        with writing(self._engine) as connection:
            wait_for_others(connection, f"share {report_id}")
            known = connection.execute(select(t.c.key).where(t.c.report_id == report_id)).scalar()
            if known is None:
                connection.execute(insert(t).values(report_id=report_id, key=key, at=at))
            return key if known is None else str(known)

    def key_of(self, report_id: str) -> str | None:
        with reading(self._engine) as connection:
            key = connection.execute(select(t.c.key).where(t.c.report_id == report_id)).scalar()
        return None if key is None else str(key)

    def report_of(self, key: str) -> str | None:
        """Every key is compared whole, so that the time it takes tells nothing of how much of a
        guess was right."""
        with reading(self._engine) as connection:
            rows = connection.execute(select(t.c.report_id, t.c.key)).all()
        found = [
            str(row.report_id)
            for row in rows
            if compare_digest(str(row.key).encode(), key.encode("utf-8", "replace"))
        ]
        return found[0] if found else None

    def end(self, report_id: str) -> None:
        """Nothing happens if it is not shared."""
        with writing(self._engine) as connection:
            connection.execute(delete(t).where(t.c.report_id == report_id))
