"""`myscholar app`, which notes who imports what only workers may: python -m tests.web.light_server
app --port PORT."""

import sys
import traceback
from pathlib import Path

from myscholar.settings import load_settings
from myscholar.surfaces.cli.main import main

ONLY_IN_WORKERS = frozenset(
    {
        "anthropic",
        "dbos",
        "google.genai",
        "numpy",
        "openai",
        "pandas",
        "pyarrow",
        "pydantic_ai",
        "pypdf",
        "pypdfium2",
        "scipy",
        "sentence_transformers",
        "sklearn",
        "tantivy",
        "torch",
    }
)
READS_WORDS = frozenset({"nupunkt", "Stemmer"})
"""What a person types is read with them at once: 30 ms and 8 MB together, when first needed."""
IMPORTED = "imported.txt"
"""In the home folder: a module a line, with the chain that led to it."""


class Watch:
    """Looks on while modules are looked for, and finds none."""

    def __init__(self, file: Path) -> None:
        self._file = file

    def find_spec(self, name: str, *_: object) -> None:
        if name not in ONLY_IN_WORKERS | READS_WORDS:
            return
        frames = [f for f in traceback.extract_stack()[:-1] if "importlib" not in f.filename]
        chain = " > ".join(f"{Path(f.filename).name}:{f.lineno}" for f in frames[-15:])
        with self._file.open("a", encoding="utf-8") as file:
            file.write(f"{name} < {chain}\n")


if __name__ == "__main__":
    home = load_settings().home
    home.mkdir(parents=True, exist_ok=True)
    sys.meta_path.insert(0, Watch(home / IMPORTED))
    main()
