"""A dataset as tables: its figures beside the paper's, and its bands."""

from collections.abc import Iterator, Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

from eval.datasets.myscholarqa import Dataset, Manifest
from eval.datasets.statistics import PAPER_TABLE_5, DatasetStatistics, statistics_of
from eval.domain.instance import Expertise
from myscholar.domain.text import counted

ABSTRACTS = "Papers are titles and abstracts here; the paper's users have full texts."


BY_WORDS = (
    "lsa finds users near by their words: who shares words with a question and not its subject "
    "may be called high. Of the high users of the visible "
    "questions about one in six was so when they were read one by one."
)


def show_dataset(dataset: Dataset, out: Console) -> None:
    """Figures beside the paper's, a table of bands for each split, and what must be known to read
    them."""
    manifest, statistics = dataset.manifest, statistics_of(dataset.instances)
    out.print(
        f"{manifest.name} {dataset.fingerprint[:12]}, seed {manifest.seed}",
        markup=False,
        soft_wrap=True,
    )
    out.print(_figures(statistics))
    for of_split in statistics:
        out.print()
        out.print(_bands(of_split))
    points = Table.grid(padding=(0, 1))
    for said in (
        ABSTRACTS,
        *_without_user(statistics),
        *_how_near(manifest),
        *_chosen(manifest, statistics),
        *_unplaced(manifest),
    ):
        points.add_row("-", Text(said))
    out.print()
    out.print(points)


def _without_user(statistics: Sequence[DatasetStatistics]) -> Iterator[str]:
    """Of each band that not every question has."""
    for of_split in statistics:
        found = {band.expertise: band.n_instances for band in of_split.bands}
        for expertise in Expertise if found else ():
            if missing := of_split.n_questions - found.get(expertise, 0):
                near = (
                    "near"
                    if expertise is Expertise.HIGH
                    else "far"
                    if expertise is Expertise.LOW
                    else "near and no nearer"
                )
                yield (
                    f"{missing} of {of_split.n_questions} questions ({of_split.split}) have no "
                    f"{expertise} user: nobody is that {near}."
                )
        paper = next((s for s in PAPER_TABLE_5 if s.split == of_split.split), None)
        if paper and of_split.users_per_question < paper.users_per_question:
            yield (
                f"That makes {of_split.users_per_question:.2f} users a question, fewer than the "
                f"paper's {paper.users_per_question:.2f}."
            )


def _how_near(manifest: Manifest) -> Iterator[str]:
    edges, quantiles = manifest.edges, manifest.quantiles
    source = (
        f"quantiles {quantiles[0]:g} and {quantiles[1]:g} of all similarities"
        if quantiles
        else "the paper's edges"
    )
    learned = (
        f" Its words were learned from {manifest.n_learned:,} texts." if manifest.n_learned else ""
    )
    yield (
        f"Similarity by {manifest.embedder}: {manifest.similarity}. Up to {edges.low:g} a user is "
        f"low, above {edges.high:g} high, between medium ({source}).{learned}"
    )
    if manifest.embedder.startswith("lsa"):
        yield BY_WORDS


def _chosen(manifest: Manifest, statistics: Sequence[DatasetStatistics]) -> Iterator[str]:
    n_different = sum(s.n_users or 0 for s in statistics)
    yield (
        f"Candidates: {manifest.n_users:,} users with {manifest.n_papers:,} papers, for "
        f"{counted(manifest.n_questions, 'question')} "
        "(n_users, n_papers and n_questions of the manifest). Chosen of them were "
        f"{n_different:,} different users; one may be taken for several questions."
    )


def _unplaced(manifest: Manifest) -> Iterator[str]:
    if manifest.unplaced:
        yield (
            f"Left out ({counted(len(manifest.unplaced), 'question')}, `unplaced` in the "
            "manifest), since the embedder finds all users equally near to "
            f"them: {', '.join(manifest.unplaced)}."
        )


def _figures(statistics: tuple[DatasetStatistics, ...]) -> Table:
    columns = [
        *((f"{s.split}, ours", s) for s in statistics),
        *((f"{s.split}, Table 5", s) for s in PAPER_TABLE_5),
    ]
    table = Table(box=None, pad_edge=False, header_style="dim")
    table.add_column("")
    for name, _ in columns:
        table.add_column(name, justify="right")
    table.add_row("Instances", *(f"{s.n_instances:,}" for _, s in columns))
    table.add_row("Questions", *(f"{s.n_questions:,}" for _, s in columns))
    table.add_row("Users a question", *(f"{s.users_per_question:.2f}" for _, s in columns))
    table.add_row(
        "Different users", *("·" if s.n_users is None else f"{s.n_users:,}" for _, s in columns)
    )
    table.add_row(
        "Papers a user",
        *("·" if s.papers_per_user is None else f"{s.papers_per_user:.2f}" for _, s in columns),
    )
    table.add_row("Words a question", *(f"{s.words_per_question:.2f}" for _, s in columns))
    table.add_row("Words a paper", *(f"{s.words_per_paper:,.2f}" for _, s in columns))
    return table


def _bands(statistics: DatasetStatistics) -> Table:
    table = Table(box=None, pad_edge=False, header_style="dim")
    table.add_column("Expertise" if statistics.bands else "")
    for name in ("instances", "similarity from", "mean", "to"):
        table.add_column(name, justify="right")
    for band in statistics.bands:
        table.add_row(
            band.expertise,
            str(band.n_instances),
            f"{band.lowest:.3f}",
            f"{band.mean:.3f}",
            f"{band.highest:.3f}",
        )
    return table
