"""`POST /v1/embeddings`, as OpenAI and many other providers and local servers offer it."""

from collections.abc import Sequence
from typing import Self

import httpx
import numpy as np
from pydantic import BaseModel, ValidationError
from tenacity import Retrying, retry_if_exception_type, stop_after_attempt, wait_exponential

from myscholar.errors import EngineUnavailable
from myscholar.gateways.bodies import OversizedBody, UnreadableBody, read_body_waiting
from myscholar.gateways.embedding.embedder import Matrix, Pretrained, unit_rows

_BATCH = 96
_TIMEOUT_S = 60.0
_MOST_BYTES = 50_000_000
"""Of an answer; 96 vectors of 4,096 numbers are some 8 million."""
_MAX_CHARACTERS = 24_000
"""About 6,000 tokens; providers refuse longer inputs."""


class _Row(BaseModel):
    index: int
    embedding: list[float]


class _Reply(BaseModel):
    data: list[_Row]


class _TryAgain(Exception):
    """The provider was busy or could not be reached."""


class OpenAiEmbedder(Pretrained):
    """A provider's embeddings in batches. Texts leave this machine: the address is part of the
    name."""

    def __init__(
        self,
        *,
        model: str,
        base_url: str,
        api_key: str | None,
        client: httpx.Client | None = None,
        max_wait_s: float = 8.0,
    ) -> None:
        self._model, self._base_url, self._max_wait_s = model, base_url.rstrip("/"), max_wait_s
        self._headers = {"Authorization": f"Bearer {api_key}"} if api_key else {}
        self._client = client or httpx.Client(timeout=_TIMEOUT_S)
        self._dimension = 0

    @classmethod
    def of(cls, model_at_url: str, *, api_key: str | None) -> Self:
        """From `MODEL@BASE_URL`; without an address, OpenAI's."""
        model, _, url = model_at_url.partition("@")
        return cls(model=model, base_url=url or "https://api.openai.com", api_key=api_key)

    @property
    def name(self) -> str:
        return f"openai:{self._model}@{self._base_url}"

    @property
    def dimension(self) -> int:
        return self._dimension

    def embed(self, texts: Sequence[str]) -> Matrix:
        batches = [self._of_batch(texts[i : i + _BATCH]) for i in range(0, len(texts), _BATCH)]
        rows: Matrix = np.vstack(batches) if batches else np.zeros((0, self._dimension), np.float32)
        self._dimension = rows.shape[1]
        return rows

    def embed_query(self, text: str) -> Matrix:
        row: Matrix = self.embed([text])[0]
        return row

    def _of_batch(self, texts: Sequence[str]) -> Matrix:
        again = Retrying(
            retry=retry_if_exception_type(_TryAgain),
            stop=stop_after_attempt(3),
            wait=wait_exponential(multiplier=self._max_wait_s / 8, max=self._max_wait_s),
            reraise=True,
        )
        try:
            reply = again(self._ask, [text[:_MAX_CHARACTERS] or " " for text in texts])
        except _TryAgain as failed:
            raise EngineUnavailable(
                self.name, f"{failed}. Try again later, or use the embedder lsa."
            ) from failed
        rows = sorted(reply.data, key=lambda row: row.index)
        if [row.index for row in rows] != list(range(len(texts))):
            raise EngineUnavailable(
                self.name, f"it answered {len(rows)} vectors for {len(texts)} texts."
            )
        lengths = {len(row.embedding) for row in rows} | ({self._dimension} - {0})
        if len(lengths) > 1:
            raise EngineUnavailable(self.name, "its vectors are not all of one length.")
        vectors = np.array([row.embedding for row in rows], dtype=np.float64)
        if not (vectors.size and (abs(vectors) <= np.finfo(np.float32).max).all()):
            raise EngineUnavailable(self.name, "its vectors hold what is no number.")
        # squares of very large and very small numbers would be infinite or 0
        largest = abs(vectors).max(axis=1, keepdims=True)
        return unit_rows(vectors / np.where(largest, largest, 1))

    def _ask(self, texts: list[str]) -> _Reply:
        path = "/embeddings" if self._base_url.endswith("/v1") else "/v1/embeddings"
        try:
            with self._client.stream(
                "POST",
                self._base_url + path,
                json={"model": self._model, "input": texts},
                headers=self._headers,
            ) as answer:
                content = read_body_waiting(answer, _MOST_BYTES)
        except (OversizedBody, UnreadableBody) as failed:
            raise EngineUnavailable(self.name, f"its answer can't be taken: {failed}.") from failed
        except httpx.TransportError as failed:
            raise _TryAgain(f"{self._base_url} can't be reached ({failed})") from failed
        if answer.status_code == 429 or answer.status_code >= 500:
            raise _TryAgain(f"{self._base_url} answered status {answer.status_code}")
        if answer.status_code in (401, 403):
            raise EngineUnavailable(
                self.name, f"the key was refused (status {answer.status_code}). Check it."
            )
        if answer.is_error:
            said = content[:200].decode("utf-8", errors="replace")
            raise EngineUnavailable(self.name, f"status {answer.status_code}: {said}")
        try:
            return _Reply.model_validate_json(content)
        except ValidationError as bad:
            raise EngineUnavailable(
                self.name, "its answer is not a list of embeddings. Check the address."
            ) from bad
