"""Typesets one invented paper in every look under `variants` and writes the PDFs and what is true of them.

Needs TeX (Debian: texlive-latex-extra texlive-publishers texlive-science texlive-fonts-extra texlive-luatex
texlive-plain-generic qpdf) and is run by hand:
`python tests/library/typeset/make.py [VARIANT ...]`. The tests read the PDFs as they were committed and need no TeX.
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

HERE = Path(__file__).resolve().parent
_HEADING = re.compile(r"\\(?P<level>(?:sub){0,2}section|paragraph)\*?\{(?P<title>[^}]*)\}|\\Acknowledgements")
_LEVELS = {"section": 1, "subsection": 2, "subsubsection": 3, "paragraph": 4}
_ENTRY = re.compile(r"@\w+\{\w+, author=\{(?P<surname>[^,}]+),.*?title=\{(?P<title>[^}]+)\}")
_TITLE = "Quiet Hours: Predicting When a Shared Instrument Is Free from Its Own Log"
_AUTHORS = ["Mirela Ostrander", "Tobias van Kessel", "Ingrid S. Halloran", "Jun Watanabe"]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", help="variants to typeset (all)")
    parser.add_argument("--variants", type=Path, default=HERE / "variants", help="folder of LaTeX files, one a look")
    parser.add_argument("--out", type=Path, default=HERE / "pdf")
    arguments = parser.parse_args()
    arguments.out.mkdir(exist_ok=True)
    sources = sorted(arguments.variants.glob("*.tex"))
    truth = {source.stem: true_of(source.read_text(encoding="utf-8")) for source in sources}
    text = json.dumps({"references": _references(), "variants": truth}, indent=1, ensure_ascii=False)
    (arguments.out / "truth.json").write_text(text + "\n", encoding="utf-8")
    for source in sources:
        if not arguments.names or source.stem in arguments.names:
            size = typeset(source, arguments.out / f"{source.stem}.pdf")
            print(f"{source.stem:<28} {size / 1000:6.1f} kB")


def true_of(source: str) -> dict[str, Any]:
    """What the source says: title, authors, year as printed, headings as (level, title); of level 4 are run-in ones without number."""
    notes = dict(re.findall(r"^%! (\w+): (.+)$", source, re.MULTILINE))
    thanks = notes.get("acknowledgements", "Acknowledgements")
    whole = (HERE / "body.tex").read_text(encoding="utf-8") + (HERE / "appendix.tex").read_text(encoding="utf-8")
    headings = [[_LEVELS[m["level"]], m["title"]] if m["level"] else [1, thanks] for m in _HEADING.finditer(whole)]
    year = notes["year"]
    return {"title": _TITLE, "authors": _AUTHORS, "year": int(year) if year.isdigit() else None, "headings": headings}


def _references() -> list[list[str]]:
    """(first author's surname, title) of every entry."""
    return [[m["surname"], m["title"]] for m in _ENTRY.finditer((HERE / "refs.bib").read_text(encoding="utf-8"))]


def typeset(source: Path, target: Path) -> int:
    """Bytes of the PDF."""
    text = source.read_text(encoding="utf-8")
    engine = "lualatex" if "%! engine: lualatex" in text else "pdflatex"
    with tempfile.TemporaryDirectory() as folder:
        for shared in HERE.glob("*.tex"):
            shutil.copy(shared, folder)
        shutil.copy(HERE / "refs.bib", folder)
        (Path(folder) / "paper.tex").write_text(text, encoding="utf-8")
        environment = {**os.environ, "SOURCE_DATE_EPOCH": "1710374400", "FORCE_SOURCE_DATE": "1", "TZ": "UTC"}
        for command in ([engine, "-interaction=batchmode", "paper"], ["bibtex", "paper"], *[[engine, "-interaction=batchmode", "paper"]] * 2):
            done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, check=False)
        if not (Path(folder) / "paper.pdf").exists():
            raise SystemExit(f"{source.stem}: {(Path(folder) / 'paper.log').read_text(errors='replace')[-1500:]}")
        log = (Path(folder) / "paper.log").read_text(errors="replace")
        for error in re.findall(r"^! .*|^.*Citation .* undefined", log, re.MULTILINE):
            print(source.stem, error)
        return _packed(Path(folder) / "paper.pdf", target)


def _packed(made: Path, target: Path) -> int:
    """The PDF without the outlines of its letters, where their meaning is told without them, and without chance ids."""
    writer = pypdf.PdfWriter(clone_from=made)
    for thing in writer._objects:
        if isinstance(thing, dict) and thing.get("/Type") == "/Font" and _tells_meaning(thing):
            for key in ("/FontFile", "/FontFile2", "/FontFile3"):
                thing.get("/FontDescriptor", {}).pop(key, None)
    writer.root_object.pop("/Metadata", None)
    writer.compress_identical_objects(remove_unreferenced=True)
    writer.write(made)
    smaller = ["--object-streams=generate", "--recompress-flate", "--compression-level=9", "--deterministic-id"]
    subprocess.run(["qpdf", *smaller, made, target], check=True)
    return target.stat().st_size


def _tells_meaning(font: dict[str, Any]) -> bool:
    """Whether the font maps its codes to characters without ligatures: for those PDFium asks the font itself."""
    if "/ToUnicode" in font:
        return not re.search(rb"FB0|<0066006", font["/ToUnicode"].get_object().get_data())
    encoding = font.get("/Encoding", {})
    return "/CIDSystemInfo" in font or (not isinstance(encoding, str) and "/Differences" in encoding)


if __name__ == "__main__":
    main()
