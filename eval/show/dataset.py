"""A dataset of questions and users: its figures beside the paper's, and its bands."""

from collections.abc import Callable, Iterator, Mapping, Sequence

from eval.datasets.myscholarqa import Dataset, Manifest
from eval.datasets.statistics import (
    PAPER_TABLE_5,
    BandStatistics,
    DatasetStatistics,
    statistics_of,
)
from eval.domain.instance import Expertise
from eval.domain.words import NONE
from eval.show.document import Document, Part, Table, table_of
from myscholar.domain.text import counted

ABSTRACTS = "Papers are titles and abstracts here; the paper's users have full texts."
BY_WORDS = (
    "lsa finds users near by their words: who shares words with a question and not its subject may "
    "be called high. Of the high users of the visible questions about one in six was so when they "
    "were read one by one."
)
_NOT_NEAR = {Expertise.LOW: "far", Expertise.MEDIUM: "near and no nearer", Expertise.HIGH: "near"}
_FIGURES: Mapping[str, Callable[[DatasetStatistics], str]] = {
    "Instances": lambda s: f"{s.n_instances:,}",
    "Questions": lambda s: f"{s.n_questions:,}",
    "Users a question": lambda s: f"{s.users_per_question:.2f}",
    "Different users": lambda s: NONE if s.n_users is None else f"{s.n_users:,}",
    "Papers a user": lambda s: NONE if s.papers_per_user is None else f"{s.papers_per_user:.2f}",
    "Words a question": lambda s: f"{s.words_per_question:.2f}",
    "Words a paper": lambda s: f"{s.words_per_paper:,.2f}",
}
_BANDS: Mapping[str, Callable[[BandStatistics], str]] = {
    "Expertise": lambda band: band.expertise,
    "Instances": lambda band: str(band.n_instances),
    "Similarity from": lambda band: f"{band.lowest:.3f}",
    "Mean": lambda band: f"{band.mean:.3f}",
    "To": lambda band: f"{band.highest:.3f}",
}


def dataset_document(dataset: Dataset) -> Document:
    """Figures beside the paper's, bands of each split, and how to read them."""
    manifest, statistics = dataset.manifest, statistics_of(dataset.instances)
    beside = {f"{s.split}, ours": s for s in statistics}
    beside |= {f"{s.split}, Table 5": s for s in PAPER_TABLE_5}
    rows = tuple((name, *map(figure, beside.values())) for name, figure in _FIGURES.items())
    figures = Table(
        caption="Beside those of the paper (MySQA, Table 5)", columns=("Figure", *beside), rows=rows
    )
    bands = (
        table_of(f"{s.split}: how near the users of each band are", s.bands, _BANDS)
        for s in statistics
    )
    said = [ABSTRACTS, *_without_user(statistics), *_how_near(manifest)]
    parts = (
        Part(heading="Figures", tables=(figures,)),
        Part(heading="Users by expertise", tables=tuple(bands)),
        Part(heading="Notes", points=(*said, *_candidates(manifest, statistics))),
    )
    lead = f"{dataset.fingerprint[:12]}, seed {manifest.seed}"
    return Document(title=manifest.name, lead=(lead,), parts=parts)


def _without_user(statistics: Sequence[DatasetStatistics]) -> Iterator[str]:
    """Of each band that not every question has."""
    for s in statistics:
        found = {band.expertise: band.n_instances for band in s.bands}
        for expertise in Expertise if found else ():
            if missing := s.n_questions - found.get(expertise, 0):
                yield (
                    f"{missing} of {s.n_questions} questions ({s.split}) have no {expertise} user: "
                    f"nobody is that {_NOT_NEAR[expertise]}."
                )
        paper = next((p for p in PAPER_TABLE_5 if p.split == s.split), None)
        if paper and s.users_per_question < paper.users_per_question:
            yield (
                f"That makes {s.users_per_question:.2f} users a question, fewer than the paper's "
                f"{paper.users_per_question:.2f}."
            )


def _how_near(manifest: Manifest) -> Iterator[str]:
    edges, source = manifest.edges, "the paper's edges"
    if quantiles := manifest.quantiles:
        source = f"quantiles {quantiles[0]:g} and {quantiles[1]:g} of all similarities"
    learned = f" Its words were learned from {manifest.n_learned:,} texts."
    more = learned if manifest.n_learned else ""
    yield (
        f"Similarity by {manifest.embedder}: {manifest.similarity}. Up to {edges.low:g} a user is "
        f"low, above {edges.high:g} high, between medium ({source}).{more}"
    )
    if manifest.embedder.startswith("lsa"):
        yield BY_WORDS


def _candidates(manifest: Manifest, statistics: Sequence[DatasetStatistics]) -> Iterator[str]:
    yield (
        f"Candidates: {manifest.n_users:,} users with {manifest.n_papers:,} papers, for "
        f"{counted(manifest.n_questions, 'question')} (n_users, n_papers and n_questions of the "
        f"manifest). Chosen of them were {sum(s.n_users or 0 for s in statistics):,} different "
        "users; one may be taken for several questions."
    )
    if manifest.unplaced:
        yield (
            f"Left out ({counted(len(manifest.unplaced), 'question')}, `unplaced` in the "
            "manifest), since the embedder finds all users equally near to them: "
            f"{', '.join(manifest.unplaced)}."
        )
