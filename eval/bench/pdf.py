"""PDF import on real papers: pages per second beside raw pypdf and pypdfium2, and accuracy of
sections, paragraphs and references.
Headings are compared with lists made by eye on the rendered pages (`pdf_gold.json`: digests, no
text); paragraphs of the paper that comes with GROBID's structure with that structure. `whole`
counts paragraphs that begin and end like sentences: a broken boundary shows there.
"""

import hashlib
import json
import logging
import re
import statistics
import time
import xml.etree.ElementTree as ElementTree
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from pathlib import Path

import pypdf
import pypdfium2
import typer
from rich.console import Console

from eval.bench.command import table_of
from myscholar.domain.text import fold
from myscholar.library.pdf.read import parse
from myscholar.library.reading import PdfReading, ReadLimits
from myscholar.library.worker import FileWorker

GOLD = Path(__file__).with_name("pdf_gold.json")
TEI = "{http://www.tei-c.org/ns/1.0}"


def digest(heading: str) -> str:
    return hashlib.sha256(fold(heading).encode()).hexdigest()[:10]


def raw_pdfium(files: Sequence[Path]) -> None:
    for file in files:
        document = pypdfium2.PdfDocument(file)
        for page in document:
            page.get_textpage().get_text_range()
        document.close()


def raw_pypdf(files: Sequence[Path]) -> None:
    logging.getLogger("pypdf").setLevel(logging.ERROR)
    for file in files:
        for page in pypdf.PdfReader(file).pages:
            page.extract_text()


def read_structured(files: Sequence[Path]) -> None:
    for file in files:
        parse(file, ReadLimits())


def read_confined(files: Sequence[Path]) -> None:
    with FileWorker() as worker:
        for file in files:
            worker.read(file)


def speeds(files: Sequence[Path], rounds: int) -> dict[str, list[float]]:
    """Seconds a round of each way, taken in turn so that a busy machine slows all of them alike."""
    ways: dict[str, Callable[[Sequence[Path]], None]] = {
        "pypdfium2, text only": raw_pdfium,
        "pypdf, text only": raw_pypdf,
        "myscholar, in this process": read_structured,
        "myscholar, as used (own process, start included)": read_confined,
    }
    seconds: dict[str, list[float]] = {name: [] for name in ways}
    for _ in range(rounds):
        for name, way in ways.items():
            started = time.perf_counter()
            way(files)
            seconds[name].append(time.perf_counter() - started)
    return seconds


def heading_scores(found: Sequence[str], gold: Sequence[str]) -> tuple[float, float]:
    """Precision and recall of headings as multisets; each in [0, 1]."""
    common = sum((Counter(digest(h) for h in found) & Counter(gold)).values())
    return common / max(1, len(found)), common / max(1, len(gold))


def n_whole(reading: PdfReading) -> int:
    """Paragraphs that begin with a capital, digit, quote or bracket and end as sentences do."""
    pattern = re.compile(r"(?s)[^\Wa-z_].*[.?!:][)”\"’\]]*|[“\"(\[‘].*[.?!:][)”\"’\]]*")
    return sum(bool(pattern.fullmatch(p.text)) for p in reading.paper.passages)


def tei_paragraphs(path: Path) -> list[str]:
    body = ElementTree.parse(path).getroot().find(f".//{TEI}body")
    assert body is not None
    texts = (
        fold("".join(p.itertext())).replace(" ", "")
        for div in body.findall(f"{TEI}div")
        for p in div.findall(f"{TEI}p")
    )
    return [text for text in texts if len(text) > 40]


def paragraph_match(reading: PdfReading, tei: Sequence[str]) -> tuple[float, float]:
    """Shares of our and GROBID's paragraphs with a counterpart of 90 % equal characters."""
    ours = [fold(p.text).replace(" ", "") for p in reading.paper.passages if p.kind == "body"]

    def matched(some: Sequence[str], others: Sequence[str]) -> float:
        return sum(any(_alike(a, b) for b in others) for a in some) / max(1, len(some))

    return matched(ours, tei), matched(tei, ours)


def _alike(a: str, b: str) -> bool:
    if min(len(a), len(b)) < 0.8 * max(len(a), len(b)):
        return False
    return SequenceMatcher(None, a, b, autojunk=False).ratio() >= 0.9


@dataclass(frozen=True)
class ReadFile:
    name: str
    reading: PdfReading
    headings: tuple[float, float]
    """Precision and recall."""
    references: int
    """By eye."""


COLUMNS: Mapping[str, Callable[[ReadFile], str]] = {
    "file": lambda read: read.name,
    "headings": lambda read: str(len(read.reading.headings)),
    "precision": lambda read: f"{read.headings[0]:.3f}",
    "recall": lambda read: f"{read.headings[1]:.3f}",
    "paragraphs": lambda read: str(len(read.reading.paper.passages)),
    "whole": lambda read: f"{n_whole(read.reading) / len(read.reading.paper.passages):.3f}",
    "references (by eye)": lambda read: f"{len(read.reading.paper.references)} ({read.references})",
}


def main(context: typer.Context, rounds: int = 5) -> None:
    folder, console = context.obj.shared / "data" / "pdf", Console(width=120)
    files = sorted(folder.glob("*.pdf"))
    n_pages = sum(len(pypdfium2.PdfDocument(file)) for file in files)
    console.print(f"{len(files)} files, {n_pages} pages, median of {rounds} rounds")
    medians = {name: statistics.median(took) for name, took in speeds(files, rounds).items()}
    base = medians["pypdfium2, text only"]
    timed: Mapping[str, Callable[[tuple[str, float]], str]] = {
        "": lambda row: row[0],
        "pages/s": lambda row: f"{n_pages / row[1]:.0f}",
        "x pypdfium2": lambda row: f"{row[1] / base:.2f}",
    }
    console.print(table_of(medians.items(), timed, box=None))
    gold, read = json.loads(GOLD.read_text(encoding="utf-8")), {}
    for file in files:
        reading, true = parse(file, ReadLimits()), gold[file.name]
        scores = heading_scores(reading.headings, true["headings"])
        read[file.stem] = ReadFile(file.name[:32], reading, scores, true["references"])
    console.print(table_of(read.values(), COLUMNS, box=None))
    for tei in sorted(folder.glob("*.tei.xml")):
        reading = read[tei.name.removesuffix(".tei.xml")].reading
        ours, theirs = paragraph_match(reading, tei_paragraphs(tei))
        console.print(
            f"{tei.name}: {ours:.3f} of our paragraphs are GROBID's, {theirs:.3f} of GROBID's are "
            "ours (90 % equal characters)"
        )
