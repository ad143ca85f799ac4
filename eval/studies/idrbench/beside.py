"""A report beside its reference, as figures. Source: IDRBench §3.4."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from eval.datasets.rows import FileRow, Words, read_rows
from eval.domain.judgment import Judgment
from eval.domain.metric import Metric
from eval.domain.reference import plain
from eval.domain.results import Measured
from eval.judges.intent_aspects import IntentAspectJudge
from eval.metrics.idrbench import (
    Exchange,
    aspect_coverage,
    average_score,
    chunks_of,
    interaction_costs,
    likeness,
    paragraphs_of,
    sentences_of,
    similarities,
)
from eval.studies.idrbench.cases import ResearchCase
from eval.studies.lines import writing
from eval.systems.sources import PAPERS, PASSAGES, print_of
from myscholar.gateways.embedding.embedder import Embedder, Matrix
from myscholar.gateways.embedding.names import embedder_by_name

UNITS: Mapping[Metric, Callable[[str], Sequence[str]]] = {
    Metric.REPORT_SIMILARITY: lambda text: (plain(text),) if plain(text) else (),
    Metric.SENTENCE_F1: sentences_of,
    Metric.PARAGRAPH_F1: paragraphs_of,
    Metric.CHUNK_F1: chunks_of,
}


class _PaperRow(FileRow):
    title: Words = ""
    abstract: Words = ""
    text: Words = ""


def open_embedder(name: str, shared: Path, folder: Path, *, key: str | None = None) -> Embedder:
    """One that learns its words first learns them of the shared abstracts and passages, once a
    folder and their contents; no reference is among them. Raises UnknownName, UnreadableFile,
    UnwritableFile."""
    opened = embedder_by_name(name, key=key)
    if not opened.needs_fit:
        return opened
    files = [path for path in (shared / PAPERS, shared / PASSAGES) if path.is_file()]
    file = folder / f"embedder-{'-'.join(map(print_of, files))}.bin"
    if file.is_file():
        kept = embedder_by_name(name, state=file.read_bytes())
        if kept.name == opened.name:
            return kept
    rows = [row for path in files for row in read_rows(path, _PaperRow)]
    learned = opened.fit([f"{row.title}. {row.abstract}{row.text}" for row in rows])
    with writing(file):
        file.write_bytes(learned.state())
    return learned


@dataclass
class Beside:
    """Sets reports beside references; what is known of a text is worked out once."""

    embedder: Embedder
    judge: IntentAspectJudge
    _rows: dict[tuple[Metric, str], Matrix] = field(default_factory=dict)
    _marks: dict[tuple[str, str], tuple[Judgment, ...]] = field(default_factory=dict)

    async def measure(self, case: ResearchCase, text: str) -> tuple[Measured, ...]:
        """All that is said of a report by itself."""
        reference = case.reference.text
        alike = {
            metric: similarities(self._embedded(metric, reference), self._embedded(metric, text))
            for metric in UNITS
        }
        found = likeness(alike, len(plain(text).split()))
        marks, of_reference = [await self._marked(case, each) for each in (text, reference)]
        covered = aspect_coverage(case.aspects, marks, of_reference)
        return (*found, covered, average_score((*found, covered)))

    def _embedded(self, metric: Metric, text: str) -> Matrix:
        if (metric, text) not in self._rows:
            units = UNITS[metric](text)
            made = self.embedder.embed(units) if units else np.zeros((0, 1), np.float32)
            self._rows[metric, text] = made
        return self._rows[metric, text]

    async def _marked(self, case: ResearchCase, text: str) -> tuple[Judgment, ...]:
        if (case.query_id, text) not in self._marks:
            asked = case.reference.question
            self._marks[case.query_id, text] = await self.judge.marks(asked, case.aspects, text)
        return self._marks[case.query_id, text]


def costs_of(exchanges: Sequence[tuple[str, str, str, str]]) -> tuple[Measured, ...]:
    return interaction_costs([Exchange(*each) for each in exchanges])
