"""The background says how common a phrase or a style is."""

from pathlib import Path

import pytest

from myscholar.errors import StorageError
from myscholar.text.background import Background
from myscholar.workflows.background import load_background

SMALL = Background(
    n_documents=1000,
    frequencies={"class activ map": 40, "imag": 500},
    quantiles={("words_per_sentence", "abstract"): tuple(float(q) for q in range(101))},
)


def test_frequency_looks_phrases_up_by_their_stems() -> None:
    assert SMALL.frequency("Class Activation Maps") == 40
    assert SMALL.frequency("unheard of phrase") is None


def test_what_is_not_in_the_table_counts_as_half_the_floor() -> None:
    assert SMALL.share("class activ map") == 0.04
    assert SMALL.share("unheard phrase") == 2.5 / 1000


def test_rare_phrases_have_a_higher_idf() -> None:
    assert SMALL.idf("class activ map") > SMALL.idf("imag") > 0


def test_percentile_counts_ties_half() -> None:
    # 30 of the 101 values lie below 30 and one equals it: (30 + 31) / 2 / 101
    assert SMALL.percentile("words_per_sentence", "abstract", 30.0) == pytest.approx(
        100 * 30.5 / 101
    )


def test_another_kind_of_text_has_no_percentile() -> None:
    assert SMALL.percentile("words_per_sentence", "body", 30.0) is None


def test_the_shipped_background_knows_the_field() -> None:
    background = load_background()
    assert background.n_documents > 80_000
    assert (background.frequency("deep learning") or 0) > 20 * (
        background.frequency("class activation map") or 1
    )
    assert len(background.quantiles["words_per_sentence", "abstract"]) == 101


def test_the_shipped_background_is_read_once() -> None:
    assert load_background() is load_background()


def test_a_damaged_background_says_what_to_do(tmp_path: Path) -> None:
    path = tmp_path / "background.parquet"
    path.write_bytes(b"PAR1 not really")
    with pytest.raises(StorageError, match="Reinstall"):
        load_background(path)
