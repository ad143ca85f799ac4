"""PDF import on real papers: pages per second beside raw pypdf and pypdfium2, and accuracy of
sections, paragraphs and references.

Run: python -m eval.bench.pdf [--shared ../shared] [--rounds 5]
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
from collections.abc import Callable, Sequence
from difflib import SequenceMatcher
from pathlib import Path

import pypdf
import pypdfium2

from eval.bench.command import parser
from myscholar.domain.text import fold
from myscholar.library.pdf import PdfLimits, PdfReading, PdfWorker
from myscholar.library.pdf.read import parse

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
        parse(file, PdfLimits())


def read_confined(files: Sequence[Path]) -> None:
    with PdfWorker() as worker:
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


def main() -> None:
    options = parser(__doc__)
    options.add_argument("--rounds", type=int, default=5)
    arguments = options.parse_args()
    files = sorted((arguments.shared / "data" / "pdf").glob("*.pdf"))
    n_pages = sum(len(pypdfium2.PdfDocument(file)) for file in files)
    print(f"{len(files)} files, {n_pages} pages, median of {arguments.rounds} rounds")
    seconds = speeds(files, arguments.rounds)
    base = statistics.median(seconds["pypdfium2, text only"])
    for name, taken in seconds.items():
        median = statistics.median(taken)
        print(f"{name:50} {n_pages / median:7.0f} pages/s   {median / base:5.2f} x pypdfium2")
    gold = json.loads(GOLD.read_text(encoding="utf-8"))
    print(
        "\nfile                               headings   precision  recall   paragraphs  whole   "
        "references (by eye)"
    )
    for file in files:
        reading = parse(file, PdfLimits())
        expected = gold[file.name]
        precision, recall = heading_scores(reading.headings, expected["headings"])
        n, whole = len(reading.paper.passages), n_whole(reading)
        references = f"{len(reading.paper.references)} ({expected['references']})"
        print(
            f"{file.name[:32]:34} {len(reading.headings):8} {precision:11.3f} {recall:7.3f} "
            f"{n:12} {whole / n:6.3f}   {references}"
        )
    for tei in sorted((arguments.shared / "data" / "pdf").glob("*.tei.xml")):
        ours, theirs = paragraph_match(
            parse(tei.with_name(tei.name.replace(".tei.xml", ".pdf")), PdfLimits()),
            tei_paragraphs(tei),
        )
        print(
            f"\n{tei.name}: {ours:.3f} of our paragraphs are GROBID's, {theirs:.3f} of GROBID's "
            "are ours (90 % equal characters)"
        )


if __name__ == "__main__":
    main()
