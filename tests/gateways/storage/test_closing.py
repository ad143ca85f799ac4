"""A database that is closed leaves no connection open, whoever holds one at that moment."""

from collections.abc import Callable

import pytest
from sqlalchemy import text

from myscholar.gateways.storage.connecting import close_for_good, connect


def test_a_connection_that_is_given_back_late_is_closed(url: str) -> None:
    engine = connect(url)
    late = engine.connect()
    is_open: Callable[[], object] = late.connection.dbapi_connection.cursor
    late.execute(text("SELECT 1"))
    close_for_good(engine)
    late.close()
    with pytest.raises(Exception, match="closed"):
        is_open()
