"""Typesets one invented paper in every look under `variants` and writes the PDFs and what is true
of them.

Needs TeX (Debian: texlive-latex-extra texlive-publishers texlive-science texlive-fonts-extra
texlive-luatex texlive-plain-generic qpdf) and is run by hand: `PYTHONPATH=. python
tests/library/typeset/make.py [VARIANT ...]`. The tests read the PDFs as they were committed and
need no TeX.
"""

import argparse
import json
import os
import re
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Any

import pypdf

from eval.bench.pdf_accuracy import ReadingScore, Truth, scores
from myscholar.library.pdf.read import parse
from myscholar.library.reading import ReadLimits

HERE = Path(__file__).resolve().parent
_HEADING = re.compile(
    r"\\(?P<level>(?:sub){0,2}section|paragraph)\*?\{(?P<title>[^}]*)\}|\\Acknowledgements"
)
_LEVELS = {"section": 1, "subsection": 2, "subsubsection": 3, "paragraph": 4}
_ENTRY = re.compile(r"@\w+\{\w+, author=\{(?P<surname>[^,}]+),.*?title=\{(?P<title>[^}]+)\}")
_TITLE = "Quiet Hours: Predicting When a Shared Instrument Is Free from Its Own Log"
_AUTHORS = ["Mirela Ostrander", "Tobias van Kessel", "Ingrid S. Halloran", "Jun Watanabe"]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", help="variants to typeset (all)")
    parser.add_argument(
        "--variants", type=Path, default=HERE / "variants", help="folder of LaTeX files, one a look"
    )
    parser.add_argument("--out", type=Path, default=HERE / "pdf")
    arguments = parser.parse_args()
    arguments.out.mkdir(exist_ok=True)
    sources = sorted(arguments.variants.glob("*.tex"))
    truth = {source.stem: true_of(source.read_text(encoding="utf-8")) for source in sources}
    shared = {
        "abstract": _plain("abstract"),
        "sentences": _sentences(),
        "references": _references(),
    }
    text = json.dumps({**shared, "variants": truth}, indent=1, ensure_ascii=False)
    (arguments.out / "truth.json").write_text(text + "\n", encoding="utf-8")
    for source in sources:
        if not arguments.names or source.stem in arguments.names:
            size = typeset(
                source, arguments.out / f"{source.stem}.pdf", Truth.of(truth[source.stem], shared)
            )
            print(f"{source.stem:<28} {size / 1000:6.1f} kB")


def true_of(source: str) -> dict[str, Any]:
    """What the source says: title, authors, year as printed, headings as (level, title); of level 4
    are run-in ones without number."""
    notes = dict(re.findall(r"^%! (\w+): (.+)$", source, re.MULTILINE))
    thanks = notes.get("acknowledgements", "Acknowledgements")
    whole = (HERE / "body.tex").read_text(encoding="utf-8") + (HERE / "appendix.tex").read_text(
        encoding="utf-8"
    )
    headings = [
        [_LEVELS[m["level"]], m["title"]] if m["level"] else [1, thanks]
        for m in _HEADING.finditer(whole)
    ]
    year = notes["year"]
    return {
        "title": _TITLE,
        "authors": _AUTHORS,
        "year": int(year) if year.isdigit() else None,
        "headings": headings,
    }


def _plain(part: str) -> str:
    """The text of one part; ends of blocks are empty lines, what is not running text is gone."""
    text = (HERE / f"{part}.tex").read_text(encoding="utf-8")
    text = re.sub(
        r"\\begin\{(table|figure|equation)\}.*?\\end\{\1\}", "\n\n", text, flags=re.DOTALL
    )
    text = re.sub(
        r"\\(?:(?:sub)*section|paragraph|begin|end)\{[^}]*\}|\\item|\\Algorithm\w+"
        r"|\\Acknowledgements",
        "\n\n",
        text,
    )
    return "\n\n".join(
        " ".join(block.split()) for block in re.split(r"\n\s*\n", text) if block.strip()
    )


def _sentences() -> list[str]:
    """All sentences of at least five words without formulas and citations."""
    text = "\n\n".join(
        _plain(part) for part in ("abstract", "body", "acknowledgements", "appendix")
    )
    found = re.split(r"(?<=[.?!:;])\s+|\n\n", text)
    return [
        sentence
        for sentence in found
        if len(sentence.split()) >= 5 and not re.search(r"[\\$]", sentence)
    ]


def _references() -> list[list[str]]:
    """(first author's surname, title) of every entry."""
    return [
        [m["surname"], m["title"]]
        for m in _ENTRY.finditer((HERE / "refs.bib").read_text(encoding="utf-8"))
    ]


def typeset(source: Path, target: Path, truth: Truth) -> int:
    """Bytes of the PDF."""
    text = source.read_text(encoding="utf-8")
    engine = "lualatex" if "%! engine: lualatex" in text else "pdflatex"
    with tempfile.TemporaryDirectory() as folder:
        for shared in HERE.glob("*.tex"):
            shutil.copy(shared, folder)
        shutil.copy(HERE / "refs.bib", folder)
        (Path(folder) / "paper.tex").write_text(text, encoding="utf-8")
        environment = {
            **os.environ,
            "SOURCE_DATE_EPOCH": "1710374400",
            "FORCE_SOURCE_DATE": "1",
            "TZ": "UTC",
        }
        for command in (
            [engine, "-interaction=batchmode", "paper"],
            ["bibtex", "paper"],
            *[[engine, "-interaction=batchmode", "paper"]] * 2,
        ):
            subprocess.run(command, cwd=folder, env=environment, capture_output=True, check=False)
        if not (Path(folder) / "paper.pdf").exists():
            raise SystemExit(
                f"{source.stem}: {(Path(folder) / 'paper.log').read_text(errors='replace')[-1500:]}"
            )
        log = (Path(folder) / "paper.log").read_text(errors="replace")
        for error in re.findall(r"^! .*|^.*Citation .* undefined", log, re.MULTILINE):
            print(source.stem, error)
        return _packed(Path(folder) / "paper.pdf", target, truth)


def _packed(made: Path, target: Path, truth: Truth) -> int:
    """The PDF without chance ids, and without the outlines of its letters where as much is read
    right without them."""
    small = made.with_name("small.pdf")
    writer = pypdf.PdfWriter(clone_from=made)
    for thing in writer._objects:
        if isinstance(thing, dict) and thing.get("/Type") == "/FontDescriptor":
            for key in ("/FontFile", "/FontFile2", "/FontFile3"):
                thing.pop(key, None)
    writer.root_object.pop("/Metadata", None)
    writer.compress_identical_objects(remove_unreferenced=True)
    writer.write(small)
    options = [
        "--object-streams=generate",
        "--recompress-flate",
        "--compression-level=9",
        "--deterministic-id",
    ]
    subprocess.run(
        [
            "qpdf",
            *options,
            small if _scores(small, truth) == _scores(made, truth) else made,
            target,
        ],
        check=True,
    )
    return target.stat().st_size


def _scores(path: Path, truth: Truth) -> dict[str, ReadingScore]:
    return scores(parse(path, ReadLimits()), truth)


if __name__ == "__main__":
    main()
