"""What columns of text hold, besides texts as they are."""

import json
from typing import Any

from pydantic import BaseModel
from sqlalchemy import Dialect, Text, TypeDecorator


class DomainValue(TypeDecorator[Any]):
    """A domain value, as its JSON; NULL for None."""

    impl = Text
    cache_ok = True

    def __init__(self, model: type[BaseModel]) -> None:
        super().__init__()
        self.model = model

    def process_bind_param(self, value: Any, dialect: Dialect) -> str | None:  # noqa: ARG002
        written: str | None = None if value is None else value.model_dump_json()
        return written

    def process_result_value(self, value: Any, dialect: Dialect) -> Any:  # noqa: ARG002
        return None if value is None else self.model.model_validate_json(value)


class Json(TypeDecorator[Any]):
    """Plain JSON, in ASCII with escapes: half characters and NUL, which databases refuse in texts,
    come through."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: Any, dialect: Dialect) -> str:  # noqa: ARG002
        return json.dumps(value)

    def process_result_value(self, value: Any, dialect: Dialect) -> Any:  # noqa: ARG002
        return None if value is None else json.loads(value)


class Plain(TypeDecorator[str]):
    """A text that may come from anywhere, without NUL and half characters."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: Dialect) -> str | None:  # noqa: ARG002
        return value and value.replace("\x00", "").encode("utf-8", "replace").decode("utf-8")
