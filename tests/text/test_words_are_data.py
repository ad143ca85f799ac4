"""What the product understands of language stands in `myscholar/lexicons`, not in its code."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import myscholar

PACKAGE = Path(myscholar.__file__).parent
UNDERSTAND = ("text", "library", "search", "profile", "actions", "report")
"""Rooms in which a list of words decides how text is understood. Elsewhere lists name fields, or
are said to people."""

FORMATS = {
    "domain/papers.py": "et al., and names of preprint servers; the domain reads no lexicon",
    "domain/text.py": "names of Windows' devices",
    "gateways/llm/prompts.py": "the marks between the parts of a prompt file",
    "gateways/llm/translate.py": "codes and wordings of providers' errors",
    "gateways/llm/wire.py": "fenced JSON",
    "gateways/semantic_scholar/identifiers.py": "addresses and kinds of ids",
    "library/bibtex.py": "commands of LaTeX",
    "library/pdf/authors.py": "names joined by a word",
    "library/pdf/facts.py": "addresses of arXiv and of data",
    "library/pdf/headings.py": "letters that some fonts draw for a root",
    "library/pdf/letters.py": "names of fonts",
    "library/pdf/references.py": "names joined by a word",
    "library/pdf/running.py": "names of fonts",
    "library/records.py": "addresses of arXiv, and names joined by a word",
    "profile/reading.py": "addresses",
    "report/llm/markup.py": "marks of sections in a model's text",
    "report/llm/search_plan.py": "operators of searches",
    "report/quality.py": "addresses, and marks of unreadable letters",
    "search/corpus/rows.py": "addresses of arXiv, ids, and names joined by a word",
    "surfaces/web/guard.py": "scripts within a page",
    "surfaces/web/plain.py": "Streamlit's Markdown",
    "text/notation.py": "commands of LaTeX",
    "text/question.py": "addresses",
    "text/same_paper.py": "ids of Semantic Scholar and arXiv",
    "views/markdown.py": "schemes of addresses",
    "views/run_steps.py": "names of stored steps",
    "workflows/library/add_papers.py": "endings of files, and schemes of addresses",
    "workflows/models/edit_settings.py": "names of settings, and beginnings of secret keys",
    "workflows/models/model_keys.py": "an assignment in a shell",
    "workflows/profile/profiles.py": "the mark of a copy's name",
}
"""Files whose expressions read a format: what the letters in them are."""

FIELDS = {
    "report/extractive/sections.py": "numbers that a report says",
    "report/framing.py": "endings of plurals",
    "search/corpus/readers.py": "fields of a record",
}
"""Files whose lists in small letters decide nothing of how text is understood."""

MODULES = {str(path.relative_to(PACKAGE)): path for path in sorted(PACKAGE.rglob("*.py"))}
_SYNTAX = re.compile(
    r"\\u[0-9a-f]{4}|\\x[0-9a-f]{2}|\\."
    r"|\(\?P[<=]\w+|\(\?[a-zA-Z]+[:)]|\[(?:\\.|[^\]])*\]|\{[^}]*\}"
)
_WORD = re.compile(r"[A-Za-z]{3,}")
_LISTED = re.compile(r"[a-z][a-z'’-]*(?: [a-z'’-]+)*")


def words_in_expressions(tree: ast.Module) -> Iterator[str]:
    """Runs of three letters and more in what is handed to `re`, directly or by the name of a
    constant."""
    constants = {
        target.id: node.value
        for node in tree.body
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and _is_of_re(node.func) and node.args:
            yield from _words_of(node.args[0], constants)


def _is_of_re(function: ast.expr) -> bool:
    is_attribute = isinstance(function, ast.Attribute)
    return is_attribute and isinstance(function.value, ast.Name) and function.value.id == "re"


def _words_of(given: ast.AST, constants: dict[str, ast.expr]) -> Iterator[str]:
    for node in ast.walk(given):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield from _WORD.findall(_SYNTAX.sub(" ", node.value))
        elif isinstance(node, ast.Name) and node.id in constants:
            rest = {name: value for name, value in constants.items() if name != node.id}
            yield from _words_of(constants[node.id], rest)


def listed_words(tree: ast.Module) -> Iterator[list[str]]:
    """Literal collections, and literals that are split, of four words and more in small letters."""
    for node in ast.walk(tree):
        listed: list[object] = []
        if isinstance(node, ast.Tuple | ast.List | ast.Set):
            listed = [e.value if isinstance(e, ast.Constant) else None for e in node.elts]
        elif isinstance(node, ast.Call) and _is_split(node.func):
            listed = list(node.func.value.value.split())  # type: ignore[attr-defined]
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.args:
            first = node.args[0]
            if isinstance(first, ast.Constant) and isinstance(first.value, str):
                listed = list(first.value.split()) if "\n" in first.value else []
        words = [w for w in listed if isinstance(w, str) and _LISTED.fullmatch(w)]
        if len(words) == len(listed) and sum(len(w) > 2 for w in words) >= 4:
            yield words


def _is_split(function: ast.expr) -> bool:
    if not (isinstance(function, ast.Attribute) and function.attr == "split"):
        return False
    return isinstance(function.value, ast.Constant) and isinstance(function.value.value, str)


def words_held(name: str) -> list[str]:
    """By the file's expressions and, where text is understood, its lists."""
    tree = parsed(name)
    held = [] if name in FORMATS else list(words_in_expressions(tree))
    if name.startswith(UNDERSTAND) and name not in FIELDS:
        held += [" ".join(words) for words in listed_words(tree)]
    return held


def parsed(name: str) -> ast.Module:
    return ast.parse(MODULES[name].read_text("utf-8"))


@pytest.mark.parametrize("name", list(MODULES))
def test_no_word_in_code_decides_how_text_is_understood(name: str) -> None:
    assert words_held(name) == []


def test_every_exception_is_one() -> None:
    assert [n for n in FORMATS if not list(words_in_expressions(parsed(n)))] == []
    assert [n for n in FIELDS if not list(listed_words(parsed(n)))] == []
