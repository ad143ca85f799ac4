"""Which sources there are to choose from, and which are searched."""

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from myscholar.domain.evidence import source_in_words
from myscholar.domain.text import counted
from myscholar.workflows.library.corpus_list import list_corpora
from myscholar.workflows.library.sources import SAMPLE, SCHOLAR
from myscholar.workflows.sample import SAMPLE_CORPUS
from myscholar.workflows.services import Services


class SourceChoice(NamedTuple):
    """`name` as `write_report` takes it, `label` as a person reads it, `spoken` the same within a
    sentence."""

    name: str
    label: str
    spoken: str


def source_choices(services: Services) -> tuple[SourceChoice, ...]:
    """Local corpora and libraries, Semantic Scholar and the bundled sample, whether or not they can
    be reached now."""
    return (
        *(
            _choice(f"corpus:{corpus.name}", corpus.info.n_papers if corpus.info else None)
            for corpus in list_corpora(services)
        ),
        *(_choice(f"library:{info.name}", info.n_papers) for info in services.store.libraries()),
        _choice(SCHOLAR),
        _choice(SAMPLE, sample_size()),
    )


def name_sources(services: Services, names: Sequence[str] = ()) -> tuple[str, ...]:
    """What a search in these sources looks through, as said within a sentence; without names, what
    `open_sources` takes then."""
    spoken = {choice.name: choice.spoken for choice in source_choices(services)}
    if names:
        return tuple(spoken.get(name, name) for name in names)
    has_corpus = any(name.startswith("corpus:") for name in spoken)
    without = "" if has_corpus else f", or else {spoken[SAMPLE]}"
    local = (words for name, words in spoken.items() if name not in (SCHOLAR, SAMPLE))
    return (*local, f"{spoken[SCHOLAR]} if it can be reached{without}")


def _choice(name: str, n_papers: int | None = None) -> SourceChoice:
    spoken = source_in_words(name) + (
        f" ({counted(n_papers, 'paper')})" if n_papers is not None else ""
    )
    label = spoken.removeprefix("the ")
    return SourceChoice(name, label[:1].upper() + label[1:], spoken)


@cache
def sample_size() -> int:
    """Papers of the bundled corpus."""
    return sum(1 for line in SAMPLE_CORPUS.read_text(encoding="utf-8").splitlines() if line.strip())
