"""Words of papers that reports cite by their titles only, from the shared data: passages that
others quote of them, or their abstracts."""

from collections.abc import Collection, Mapping
from pathlib import Path

from eval.datasets.rows import FileRow, Words, read_rows
from myscholar.domain.text import fold

PAPERS = Path("data") / "corpus" / "papers.parquet"
SNIPPETS = Path("data") / "snippets" / "snippets.parquet"
_PASSAGE = "passage"
"""The kind that is the paper's own text; others are web pages and what models wrote."""
_SHORTEST_TITLE = 3
"""Words: "Attention" may be anybody's."""


class _PaperRow(FileRow):
    title: Words = ""
    abstract: Words = ""


class _SnippetRow(FileRow):
    title: Words = ""
    text: Words = ""
    kind: Words = ""


def stored_passages(shared: Path, titles: Collection[str]) -> Mapping[str, tuple[str, ...]]:
    """By folded title, for those of them that are there. Files that are missing have none. Raises
    UnreadableFile."""
    wanted = {key for title in titles if len((key := fold(title)).split()) >= _SHORTEST_TITLE}
    found: dict[str, list[str]] = {}
    if not wanted:
        return {}
    if (file := shared / SNIPPETS).is_file():
        for snippet in read_rows(file, _SnippetRow):
            if snippet.kind == _PASSAGE and (key := fold(snippet.title)) in wanted:
                found.setdefault(key, []).append(snippet.text)
    if (file := shared / PAPERS).is_file():
        for paper in read_rows(file, _PaperRow):
            if paper.abstract.strip() and (key := fold(paper.title)) in wanted:
                found.setdefault(key, []).append(paper.abstract)
    return {key: tuple(dict.fromkeys(texts)) for key, texts in found.items()}
