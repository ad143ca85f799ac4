"""GRIT-LM: one instruction for queries, an empty one for documents. Source: Muennighoff et al.
(2024); used by MySQA §2.3."""

import sys
from collections.abc import Sequence
from contextlib import redirect_stdout
from functools import cached_property
from typing import Any

import numpy as np

from myscholar.errors import EngineUnavailable, ExtraNotInstalled
from myscholar.gateways.embedding.embedder import Matrix, Pretrained, unit_rows

_TASK = "Given a scientific question, retrieve passages of papers that help to answer it."
_QUERY = f"<|user|>\n{_TASK}\n<|embed|>\n"
_DOCUMENT = "<|embed|>\n"
_MAX_TOKENS = 512


class GritLmEmbedder(Pretrained):
    """Loaded with the first text, from a folder of weights or their name."""

    def __init__(self, path: str) -> None:
        self._path = path

    @property
    def name(self) -> str:
        return f"gritlm:{self._path}"

    @property
    def dimension(self) -> int:
        return int(self._model.model.config.hidden_size)

    def embed(self, texts: Sequence[str]) -> Matrix:
        if not texts:
            return unit_rows(self._encode([""], _DOCUMENT))[:0]
        return self._encode(texts, _DOCUMENT)

    def embed_query(self, text: str) -> Matrix:
        row: Matrix = self._encode([text], _QUERY)[0]
        return row

    def _encode(self, texts: Sequence[str], instruction: str) -> Matrix:
        rows = self._model.encode(
            list(texts), instruction=instruction, batch_size=16, max_length=_MAX_TOKENS
        )
        # The mean over the tokens of an empty text is no number; what a text with words gives has
        # to be one.
        read = np.array([bool(text.strip()) for text in texts])
        if not np.isfinite(rows[read]).all():
            raise EngineUnavailable(
                self.name,
                "its vectors hold values that are no numbers. Check the weights and their "
                "precision.",
            )
        return unit_rows(np.where(read[:, None], rows, 0.0))

    @cached_property
    def _model(self) -> Any:
        try:
            from gritlm import GritLM
        except ImportError as missing:
            raise ExtraNotInstalled("gritlm") from missing
        try:
            # The library prints what it loads; standard output belongs to whoever asked for
            # vectors.
            with redirect_stdout(sys.stderr):
                return GritLM(self._path, torch_dtype="auto", mode="embedding")
        except (OSError, ValueError) as failed:
            raise EngineUnavailable(
                self.name, f"the weights could not be loaded ({failed}). Check the folder or name."
            ) from failed
