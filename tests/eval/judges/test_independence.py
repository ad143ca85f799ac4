"""No judge decides by the lists and rules by which the product chooses what it writes."""

import ast
from pathlib import Path

import eval.judges as room

FOLDER = Path(room.__file__).parent
CHOOSES = ("actions", "interactive", "library", "profile", "report", "search", "text.lexicons")
"""What the product reads actions by, picks sentences by, and checks its own text with."""
LANGUAGE = {"text.background", "text.common_words", "text.sentences", "text.terms"}
"""What anybody needs to read English: sentences, stems, words that carry no topic, rarity."""


def imported(path: Path) -> set[str]:
    """Modules of the product, without its name."""
    found = set[str]()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module} | {f"{node.module}.{alias.name}" for alias in node.names}
        elif isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
    return {m.removeprefix("myscholar.") for m in found if m.startswith("myscholar.")}


def test_no_judge_imports_what_the_product_chooses_by():
    assert [
        (path.name, module)
        for path in sorted(FOLDER.rglob("*.py"))
        for module in sorted(imported(path))
        if any(f"{module}.".startswith(f"{name}.") for name in CHOOSES)
    ] == []


def test_the_judge_without_a_model_shares_only_nouns_and_the_reading_of_english():
    modules = {m for path in (FOLDER / "local").glob("*.py") for m in imported(path)}
    shared = {m for m in modules if m.split(".")[0] != "domain"}
    assert {".".join(m.split(".")[:2]) for m in shared} == LANGUAGE
