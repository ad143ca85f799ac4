"""The bundled sample: four manuscripts of a fictional researcher, and a corpus of real papers
summarized in our own words."""

from pathlib import Path

from myscholar.domain.runs import Progress, ignore
from myscholar.library.imports import Imported, import_sources

SAMPLE_FOLDER = Path(__file__).resolve().parents[1] / "sample"
SAMPLE_CORPUS = SAMPLE_FOLDER / "corpus.jsonl"
SAMPLE_RECORDING = SAMPLE_FOLDER / "recording.json"
SAMPLE_NAME = "Mira Solberg-Adeyemi (fictional)"
SAMPLE_QUESTION = (
    "How are citations and hallucinations evaluated in retrieval-augmented question answering?"
)


def sample_papers(progress: Progress = ignore) -> Imported:
    """The four manuscripts, read from their PDFs as any user's would be."""
    return import_sources(sorted((SAMPLE_FOLDER / "manuscripts").glob("*.pdf")), progress=progress)
