"""One invented paper, typeset in the field's usual classes, is read as its source says;
`typeset/make.py` made the files."""

import pytest

from eval.bench.pdf_accuracy import TYPESET, ReadingScore, Truth, scores, truths
from myscholar.library.pdf.read import parse
from myscholar.library.reading import PdfReading, ReadLimits

TRUTHS = truths(TYPESET / "truth.json")
LOOKS = sorted(TRUTHS)


@pytest.fixture(scope="module")
def readings() -> dict[str, PdfReading]:
    return {look: parse(TYPESET / f"{look}.pdf", ReadLimits()) for look in LOOKS}


def _found(readings: dict[str, PdfReading], look: str) -> dict[str, ReadingScore]:
    return scores(readings[look], TRUTHS[look])


def _complete(score: ReadingScore) -> bool:
    assert (score.wrong, score.missed) == ((), ())
    return True


@pytest.mark.parametrize("look", LOOKS)
def test_headings_are_those_of_the_source_in_order_and_no_step_or_item_is_one(
    readings: dict[str, PdfReading], look: str
) -> None:
    assert _complete(_found(readings, look)["headings"])


@pytest.mark.parametrize("look", LOOKS)
def test_every_reference_is_one_entry(readings: dict[str, PdfReading], look: str) -> None:
    assert _complete(_found(readings, look)["references"])


@pytest.mark.parametrize("look", LOOKS)
def test_title_authors_and_year_are_those_on_the_page(
    readings: dict[str, PdfReading], look: str
) -> None:
    found = _found(readings, look)
    assert all(_complete(found[kind]) for kind in ("title", "authors", "year"))


@pytest.mark.parametrize("look", LOOKS)
def test_the_abstract_and_every_sentence_of_the_source_are_read_whole(
    readings: dict[str, PdfReading], look: str
) -> None:
    found = _found(readings, look)
    assert all(_complete(found[kind]) for kind in ("abstract", "sentences"))


@pytest.mark.parametrize("look", LOOKS)
def test_no_step_of_an_algorithm_and_no_reference_is_read_as_a_paragraph(
    readings: dict[str, PdfReading], look: str
) -> None:
    texts = [p.text for p in readings[look].paper.passages]
    assert not any(title in text for text in texts for _, title in TRUTHS[look].references)
    assert not any("Merge Overlapping Stays" in text for text in texts)


def test_a_truth_that_is_not_met_is_told() -> None:
    truth = Truth(
        "A Title", ("Ada Example",), 2024, ("Introduction", "Method"), (("Example", "A Work"),), 1
    )
    reading = parse(TYPESET / "koma.pdf", ReadLimits())
    found = scores(reading, truth)
    assert found["headings"].missed == ()
    assert (found["title"].right, found["title"].precision, found["references"].recall) == (
        0,
        0.0,
        0.0,
    )
    assert len(found["headings"].wrong) == len(reading.headings) - 2
