"""Reports that whoever has the key may read."""

from hmac import compare_digest

from sqlalchemy import delete, insert, select

from myscholar.gateways.storage.connecting import Records, wait_for_others, writing
from myscholar.gateways.storage.tables import shares as t


class Shares(Records):
    def share(self, report_id: str, key: str, *, at: str) -> str:
        """The report's key: this one, or the one that it is shared by already."""
        with writing(self._engine) as connection:
            wait_for_others(connection, f"share {report_id}")
            known = connection.execute(select(t.c.key).where(t.c.report_id == report_id)).scalar()
            if known is None:
                connection.execute(insert(t).values(report_id=report_id, key=key, at=at))
            return key if known is None else str(known)

    def key_of(self, report_id: str) -> str | None:
        query = select(t.c.key).where(t.c.report_id == report_id)
        key: str | None = self._fetch_value(query)
        return key

    def report_of(self, key: str) -> str | None:
        """Every key is compared whole, so that the time it takes tells nothing of how much of a
        guess was right."""
        guess = key.encode("utf-8", "replace")
        rows = self._fetch(select(t.c.report_id, t.c.key), dict)
        found = [r["report_id"] for r in rows if compare_digest(r["key"].encode(), guess)]
        return found[0] if found else None

    def end(self, report_id: str) -> None:
        """Nothing happens if it is not shared."""
        self._change(delete(t).where(t.c.report_id == report_id))
