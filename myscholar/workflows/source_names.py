"""Which sources there are to choose from."""

from functools import cache
from typing import NamedTuple

from myscholar.domain.text import counted
from myscholar.errors import CorpusCorrupt
from myscholar.workflows.corpora import corpus_names
from myscholar.workflows.sample import SAMPLE_CORPUS
from myscholar.workflows.services import Services
from myscholar.workflows.sources import SAMPLE, SCHOLAR


class SourceChoice(NamedTuple):
    """`name` as `write_report` takes it, `label` as a person reads it."""

    name: str
    label: str


def source_choices(services: Services) -> tuple[SourceChoice, ...]:
    """Local corpora and libraries, Semantic Scholar and the bundled sample, whether or not they can be reached now."""
    return (
        *(SourceChoice(f"corpus:{name}", f"Corpus {name}{_size(services, name)}") for name in corpus_names(services)),
        *(
            SourceChoice(f"library:{info.name}", f"Library {info.name} ({counted(info.n_papers, 'paper')})")
            for info in services.store.libraries()
        ),
        SourceChoice(SCHOLAR, "Semantic Scholar (online)"),
        SourceChoice(SAMPLE, f"Bundled sample corpus ({counted(sample_size(), 'paper')})"),
    )


def _size(services: Services, corpus: str) -> str:
    """How many papers it holds; nothing for one that is damaged, which searching will say."""
    from myscholar.search.corpus.generations import current
    from myscholar.search.corpus.index import CorpusIndex

    state = current(services.settings.corpora_folder / corpus)
    try:
        return f" ({counted(CorpusIndex.read_state(state, corpus).info.n_papers, 'paper')})" if state else ""
    except CorpusCorrupt:
        return ""


@cache
def sample_size() -> int:
    """Papers of the bundled corpus."""
    return sum(1 for line in SAMPLE_CORPUS.read_text(encoding="utf-8").splitlines() if line.strip())
