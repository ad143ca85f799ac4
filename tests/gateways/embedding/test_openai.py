import json
from collections.abc import Callable, Iterator

import httpx
import numpy as np
import pytest

from myscholar.errors import EngineUnavailable
from myscholar.gateways.embedding.names import embedder_by_name
from myscholar.gateways.embedding.openai import OpenAiEmbedder

Answer = Callable[[httpx.Request], httpx.Response]


def embedder(answer: Answer, *, base_url: str = "http://provider.test") -> OpenAiEmbedder:
    client = httpx.Client(transport=httpx.MockTransport(answer))
    return OpenAiEmbedder(
        model="small", base_url=base_url, api_key="secret", client=client, max_wait_s=0
    )


def in_reverse_order(request: httpx.Request) -> httpx.Response:
    """One vector a text, (length, 0), listed last text first."""
    texts = json.loads(request.content)["input"]
    rows = [{"index": i, "embedding": [float(len(t)), 0.0]} for i, t in enumerate(texts)]
    return httpx.Response(200, json={"data": rows[::-1]})


def test_vectors_come_back_in_the_order_of_the_texts_with_unit_length() -> None:
    def answer(request: httpx.Request) -> httpx.Response:
        rows = [{"index": 1, "embedding": [0.0, 2.0]}, {"index": 0, "embedding": [3.0, 4.0]}]
        return httpx.Response(200, json={"data": rows})

    np.testing.assert_allclose(embedder(answer).embed(["a", "b"]), [[0.6, 0.8], [0.0, 1.0]])


def test_many_texts_are_sent_in_batches_with_the_key() -> None:
    sizes, keys = [], set()

    def answer(request: httpx.Request) -> httpx.Response:
        sizes.append(len(json.loads(request.content)["input"]))
        keys.add(request.headers["authorization"])
        return in_reverse_order(request)

    assert embedder(answer).embed(["text"] * 200).shape == (200, 2)
    assert sizes == [96, 96, 8]
    assert keys == {"Bearer secret"}


@pytest.mark.parametrize(
    "base_url", ["http://provider.test", "http://provider.test/", "http://provider.test/v1"]
)
def test_the_address_may_end_in_v1_or_not(base_url: str) -> None:
    paths = []

    def answer(request: httpx.Request) -> httpx.Response:
        paths.append(request.url.path)
        return in_reverse_order(request)

    embedder(answer, base_url=base_url).embed_query("text")
    assert paths == ["/v1/embeddings"]


def test_a_busy_provider_is_asked_again() -> None:
    answers = iter([httpx.Response(429), httpx.Response(503)])
    assert embedder(lambda request: next(answers, None) or in_reverse_order(request)).embed(
        ["text"]
    ).shape == (1, 2)


@pytest.mark.parametrize(
    ("response", "words"),
    [
        (httpx.Response(500), "status 500"),
        (httpx.Response(401), "key was refused"),
        (httpx.Response(404, text="no such model"), "no such model"),
        (httpx.Response(200, json={"data": []}), "0 vectors for 1 texts"),
        (httpx.Response(200, text="<html>"), "not a list of embeddings"),
    ],
)
def test_what_a_provider_does_wrong_is_said(response: httpx.Response, words: str) -> None:
    with pytest.raises(EngineUnavailable, match=words):
        embedder(lambda _: response).embed(["text"])


def test_a_provider_that_cannot_be_reached_is_named() -> None:
    def answer(request: httpx.Request) -> httpx.Response:
        raise httpx.ConnectError("refused")

    with pytest.raises(EngineUnavailable, match=r"provider\.test can't be reached"):
        embedder(answer).embed(["text"])


def test_the_name_holds_model_and_address() -> None:
    assert (
        embedder_by_name("openai:small@http://127.0.0.1:9/v1").name
        == "openai:small@http://127.0.0.1:9/v1"
    )


@pytest.mark.parametrize(
    ("vectors", "why"),
    [
        (["[1.0, 0.0]", "[1.0]"], "not all of one length"),
        (["[1.0, 0.0]", "[1e999, 0.0]"], "no number"),
        (["[1.0, 0.0]", "[1e300, 0.0]"], "no number"),
        (["[]", "[]"], "no number"),
    ],
)
def test_vectors_that_are_none_are_refused_before_a_corpus_holds_them(
    vectors: list[str], why: str
) -> None:
    rows = ",".join(f'{{"index": {n}, "embedding": {v}}}' for n, v in enumerate(vectors))

    def answer(request: httpx.Request) -> httpx.Response:
        return httpx.Response(200, content=f'{{"data": [{rows}]}}')

    with pytest.raises(EngineUnavailable, match=why):
        embedder(answer).embed(["a", "b"])


def test_a_later_vector_of_another_length_is_refused() -> None:
    def answer(request: httpx.Request) -> httpx.Response:
        [text] = json.loads(request.content)["input"]
        return httpx.Response(200, json={"data": [{"index": 0, "embedding": [1.0] * len(text)}]})

    opened = embedder(answer)
    opened.embed(["ab"])
    with pytest.raises(EngineUnavailable, match="not all of one length"):
        opened.embed(["abc"])


def test_an_answer_without_end_is_left() -> None:
    def endless() -> Iterator[bytes]:
        while True:
            yield b" " * 1_000_000

    def answer(request: httpx.Request) -> httpx.Response:
        return httpx.Response(200, content=endless())

    with pytest.raises(EngineUnavailable, match="longer than 50 MB"):
        embedder(answer).embed(["a"])
