"""Embedders by name."""

from myscholar.errors import UnknownName
from myscholar.gateways.embedding.embedder import Embedder
from myscholar.gateways.embedding.gritlm import GritLmEmbedder
from myscholar.gateways.embedding.lsa import LsaEmbedder
from myscholar.gateways.embedding.openai import OpenAiEmbedder
from myscholar.gateways.embedding.sentence_transformers import SentenceTransformerEmbedder

KNOWN = (
    "lsa lsa:DIMENSION sentence-transformers:MODEL_OR_PATH gritlm:PATH openai:MODEL@BASE_URL"
).split()


def embedder_by_name(name: str = "lsa", *, key: str | None = None, state: bytes = b"") -> Embedder:
    """The embedder of this name (see KNOWN). Nothing is loaded or fetched before the first text.

    Raises UnknownName; using it may raise ExtraNotInstalled or EngineUnavailable.
    """
    kind, _, model = name.partition(":")
    if kind == "lsa" and (not model or model.isdecimal()):
        return LsaEmbedder.from_state(state) if state else LsaEmbedder(dimension=int(model or 128))
    if kind == "sentence-transformers" and model:
        return SentenceTransformerEmbedder(model)
    if kind == "gritlm" and model:
        return GritLmEmbedder(model)
    if kind == "openai" and model:
        return OpenAiEmbedder.of(model, api_key=key)
    raise UnknownName("embedder", name, tuple(KNOWN))
