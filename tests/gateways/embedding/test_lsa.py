import numpy as np
import pytest

from myscholar.errors import ExtraNotInstalled, UnknownName
from myscholar.gateways.embedding.lsa import LsaEmbedder
from myscholar.gateways.embedding.names import embedder_by_name

TEXTS = (
    "Neural retrieval ranks passages for a question.",
    "Dense retrieval of passages with neural encoders.",
    "A robot arm grasps objects with a soft gripper.",
    "Grasping objects with robot hands and tactile sensing.",
    "Question answering over retrieved passages.",
    "Soft robot grippers for grasping fruit.",
)


@pytest.fixture(scope="module")
def fitted() -> LsaEmbedder:
    return LsaEmbedder(dimension=2).fit(TEXTS)


def test_vectors_have_unit_length_and_the_wanted_dimension(fitted: LsaEmbedder) -> None:
    vectors = fitted.embed(TEXTS)
    assert vectors.shape == (6, 2)
    assert vectors.dtype == np.float32
    np.testing.assert_allclose(np.linalg.norm(vectors, axis=1), 1.0, atol=1e-5)


def test_texts_on_one_topic_lie_nearer_than_texts_on_two(fitted: LsaEmbedder) -> None:
    query = fitted.embed_query("passages for retrieval")
    cosines = fitted.embed(TEXTS) @ query
    assert min(cosines[i] for i in (0, 1, 4)) > max(cosines[i] for i in (2, 3, 5))


def test_inflected_words_count_as_the_same_word(fitted: LsaEmbedder) -> None:
    np.testing.assert_allclose(
        fitted.embed_query("robots grasp"), fitted.embed_query("robot grasping"), atol=1e-6
    )


def test_a_text_of_unknown_words_has_a_zero_row(fitted: LsaEmbedder) -> None:
    assert not fitted.embed(["zxqv", ""]).any()


def test_stored_state_gives_the_same_vectors(fitted: LsaEmbedder) -> None:
    again = embedder_by_name("lsa:2", state=fitted.state())
    assert again.name == fitted.name == "lsa:2"
    assert not again.needs_fit
    np.testing.assert_array_equal(again.embed(TEXTS), fitted.embed(TEXTS))


def test_fitting_is_repeatable() -> None:
    assert (
        LsaEmbedder(dimension=2).fit(TEXTS).state() == LsaEmbedder(dimension=2).fit(TEXTS).state()
    )


@pytest.mark.parametrize("texts", [(), ("",), ("one single text",)])
def test_too_little_text_to_learn_from_gives_zero_vectors_and_no_error(
    texts: tuple[str, ...],
) -> None:
    learned = LsaEmbedder(dimension=4).fit(texts)
    assert learned.embed(["one text"]).shape == (1, learned.dimension)
    assert not learned.needs_fit


def test_an_unknown_embedder_is_named_with_the_known_ones() -> None:
    with pytest.raises(UnknownName, match="sentence-transformers:MODEL_OR_PATH"):
        embedder_by_name("word2vec")


@pytest.mark.parametrize(
    ("name", "extra"),
    [("sentence-transformers:x", "sentence-transformers"), ("gritlm:x", "gritlm")],
)
def test_a_missing_extra_says_what_to_install(
    name: str, extra: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(__import__("sys").modules, extra.replace("-", "_"), None)
    with pytest.raises(ExtraNotInstalled, match=f"its extra {extra}"):
        embedder_by_name(name).embed(["text"])
