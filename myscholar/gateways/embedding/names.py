"""Embedders by name."""

from myscholar.errors import UnknownName
from myscholar.gateways.embedding.embedder import Embedder

DEFAULT_EMBEDDER = "lsa"
KNOWN = (
    "lsa",
    "lsa:DIMENSION",
    "sentence-transformers:MODEL_OR_PATH",
    "gritlm:PATH",
    "openai:MODEL@BASE_URL",
)


def embedder_by_name(
    name: str = DEFAULT_EMBEDDER, *, key: str | None = None, state: bytes = b""
) -> Embedder:
    """The embedder of this name (see KNOWN). Nothing is loaded or fetched before the first text.

    Raises UnknownName; using it may raise ExtraNotInstalled or EngineUnavailable.
    """
    kind, _, model = name.partition(":")
    if kind == "lsa" and (not model or model.isdecimal()):
        from myscholar.gateways.embedding.lsa import LsaEmbedder

        return LsaEmbedder.from_state(state) if state else LsaEmbedder(dimension=int(model or 128))
    if kind == "sentence-transformers" and model:
        from myscholar.gateways.embedding.sentence_transformers import SentenceTransformerEmbedder

        return SentenceTransformerEmbedder(model)
    if kind == "gritlm" and model:
        from myscholar.gateways.embedding.gritlm import GritLmEmbedder

        return GritLmEmbedder(model)
    if kind == "openai" and model:
        from myscholar.gateways.embedding.openai import OpenAiEmbedder

        return OpenAiEmbedder.of(model, api_key=key)
    raise UnknownName("embedder", name, KNOWN)
