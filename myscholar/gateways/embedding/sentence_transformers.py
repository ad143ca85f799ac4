"""Any model of the sentence-transformers library, by name or folder."""

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from myscholar.errors import EngineUnavailable, ExtraNotInstalled
from myscholar.gateways.embedding.embedder import Matrix, Pretrained, unit_rows


class SentenceTransformerEmbedder(Pretrained):
    """Loaded with the first text: importing torch takes ten seconds. Remote code of a model is
    never run."""

    def __init__(self, model: str) -> None:
        self._model_name = model

    @property
    def name(self) -> str:
        return f"sentence-transformers:{self._model_name}"

    @property
    def dimension(self) -> int:
        return int(self._model.get_sentence_embedding_dimension() or 0)

    def embed(self, texts: Sequence[str]) -> Matrix:
        if not texts:
            none: Matrix = unit_rows(self._model.encode([""]))[:0]
            return none
        return unit_rows(self._model.encode(list(texts), batch_size=32, show_progress_bar=False))

    def embed_query(self, text: str) -> Matrix:
        prompts = getattr(self._model, "prompts", {})
        options = {"prompt_name": "query"} if prompts.get("query") else {}
        row: Matrix = unit_rows(self._model.encode([text], show_progress_bar=False, **options))[0]
        return row

    @cached_property
    def _model(self) -> Any:
        try:
            from sentence_transformers import SentenceTransformer
        except ImportError as missing:
            raise ExtraNotInstalled("sentence-transformers") from missing
        try:
            return SentenceTransformer(self._model_name, trust_remote_code=False)
        except (OSError, ValueError) as failed:
            raise EngineUnavailable(
                self.name, f"the model could not be loaded ({failed}). Check its name or folder."
            ) from failed
