"""Answers of models on disk, so that no finished answer is paid for twice. One JSON file an answer,
named by the hash of what was asked."""

from pathlib import Path

from pydantic import ValidationError

from myscholar.domain.runs import Exchange
from myscholar.gateways.llm.request import Reply, Request
from myscholar.gateways.pacing import AnswerFiles


class AnswerCache:
    def __init__(self, folder: Path) -> None:
        self._files = AnswerFiles(folder, "models")

    def read(self, key: str) -> Reply | None:
        stored = self._files.read(_name(key))
        text = stored.get("text") if isinstance(stored, dict) else None
        return Reply(text) if text and isinstance(text, str) else None

    def exchange(self, key: str) -> Exchange | None:
        """What was asked and answered, for whoever looks for a fault; None where it is not kept."""
        try:
            return Exchange.model_validate({**self._files.read(_name(key)), "call_id": key})
        except (TypeError, ValidationError):
            return None

    def write(self, key: str, reply: Reply, *, request: Request) -> None:
        """All but the text is there for people who look."""
        asked = {
            "model": request.model,
            "prompt": request.prompt.label,
            "system": request.prompt.system,
            "user": request.asked,
        }
        self._files.write(_name(key), asked | {"text": reply.text})


def _name(key: str) -> str:
    return f"{key[:2]}/{key}.json"
