"""What is a file and what is an address or a title."""

from pathlib import Path

import pytest

from myscholar.errors import NoPapers
from myscholar.workflows.library.add_papers import read_papers

REFUSED = "Semantic Scholar refused"


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("https://arxiv.org/pdf/2310.06825.pdf", REFUSED),
        ("HTTP://example.org/paper.pdf", REFUSED),
        ("10.1234/x", REFUSED),
        ("a title that is longer than the name of any file " * 10, REFUSED),
        ("missing.pdf", "no such file"),
        ("~nobodyatall/papers", "no such file"),
        ("./missing", "no such file"),
    ],
)
async def test_what_is_there_or_reads_like_a_file_is_one_and_all_else_is_looked_up(
    refused, source: str, said: str
) -> None:
    with pytest.raises(NoPapers, match=said):
        await read_papers(refused, [source])


async def test_a_file_is_read_whatever_its_name_looks_like(
    refused, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("Tides of the Moon").write_bytes(b"not a PDF")
    with pytest.raises(NoPapers, match="this kind of file"):
        await read_papers(refused, ["Tides of the Moon"])
