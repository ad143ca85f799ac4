"""What a figure depends on besides its inputs."""

import hashlib
import platform
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.metadata import version
from pathlib import Path

import eval as package
import myscholar
from myscholar.gateways.llm.prompts import prompts_folder

_LIBRARIES = ("myscholar", "numpy", "scipy", "scikit-learn", "pydantic-ai-slim")
_JUDGING = ("domain", "judges", "metrics")
_READING = ("domain", "lexicons", "text")
"""Rooms of the product with whose rules the judge without a model reads."""
_BACKGROUND = Path("sample") / "background.parquet"
"""What is common among papers: outputs of the product and judgments by words depend on it."""


@cache
def versions() -> Mapping[str, str]:
    return {
        **{name: version(name) for name in _LIBRARIES},
        "python": platform.python_version(),
        "product": product_version(),
        "judging": judging_version(),
    }


@cache
def product_version() -> str:
    root = Path(myscholar.__file__).parent
    return _digest(
        [
            *root.rglob("*.py"),
            *root.rglob("*.toml"),
            root / _BACKGROUND,
            *(
                p
                for p in prompts_folder().rglob("*.md")
                if not {"eval", "arena"} & set(p.relative_to(prompts_folder()).parts)
            ),
        ]
    )


@cache
def judging_version() -> str:
    """Judgments of other code than this one count no more; they are made anew."""
    ours, product = Path(package.__file__).parent, Path(myscholar.__file__).parent
    code = [
        p
        for root, rooms in ((ours, _JUDGING), (product, _READING))
        for room in rooms
        for kind in ("*.py", "*.toml")
        for p in (root / room).rglob(kind)
    ]
    return _digest([*code, product / _BACKGROUND, *(prompts_folder() / "eval").rglob("*.md")])


@cache
def arena_version() -> str:
    """Of what reads transcripts and writes tasks."""
    ours, product = Path(package.__file__).parent / "arena", Path(myscholar.__file__).parent
    code = [
        p
        for root in (ours, *(product / room for room in _READING))
        for kind in ("*.py", "*.toml")
        for p in root.rglob(kind)
    ]
    return _digest([*code, *(prompts_folder() / "arena").rglob("*.md")])


def _digest(files: Iterable[Path]) -> str:
    digest = hashlib.sha256()
    for file in sorted(files):
        digest.update(file.name.encode() + b"\0" + file.read_bytes() + b"\0")
    return digest.hexdigest()[:12]
