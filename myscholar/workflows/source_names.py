"""Which sources there are to choose from."""

from typing import NamedTuple

from myscholar.domain.text import counted
from myscholar.workflows.corpora import corpus_names
from myscholar.workflows.services import Services
from myscholar.workflows.sources import SAMPLE, SCHOLAR


class SourceChoice(NamedTuple):
    """`name` as `write_report` takes it, `label` as a person reads it."""

    name: str
    label: str


def source_choices(services: Services) -> tuple[SourceChoice, ...]:
    """Local corpora and libraries, Semantic Scholar and the bundled sample, whether or not they can be reached now."""
    return (
        *(SourceChoice(f"corpus:{name}", f"Corpus {name}") for name in corpus_names(services)),
        *(
            SourceChoice(f"library:{info.name}", f"Library {info.name} ({counted(info.n_papers, 'paper')})")
            for info in services.store.libraries()
        ),
        SourceChoice(SCHOLAR, "Semantic Scholar (online)"),
        SourceChoice(SAMPLE, "Bundled sample corpus"),
    )
