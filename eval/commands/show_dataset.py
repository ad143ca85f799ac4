"""A dataset as tables: its figures beside the paper's, and its bands."""

from rich.console import Console
from rich.table import Table

from eval.datasets.myscholarqa import Dataset
from eval.datasets.statistics import PAPER_TABLE_5, DatasetStatistics, statistics_of

ABSTRACTS = "Papers are titles and abstracts here; the paper's users have full texts."


def show_dataset(dataset: Dataset, out: Console) -> None:
    manifest, statistics = dataset.manifest, statistics_of(dataset.instances)
    out.print(f"{manifest.name} {dataset.fingerprint[:12]}, seed {manifest.seed}", markup=False, soft_wrap=True)
    out.print(_figures(statistics))
    out.print(f"{ABSTRACTS} Lengths are in words.", markup=False, soft_wrap=True)
    for of_split in statistics:
        out.print(_bands(of_split))
    edges = manifest.edges
    source = f"quantiles {manifest.quantiles[0]:g} and {manifest.quantiles[1]:g}" if manifest.quantiles else "the paper's edges"
    learned = f" Its words were learned from {manifest.n_learned:,} texts." if manifest.n_learned else ""
    out.print(
        f"Similarity by {manifest.embedder}: {manifest.similarity}. Edges {edges.low:g} and {edges.high:g} ({source}), "
        f"from {manifest.n_questions} questions and {manifest.n_users:,} users with {manifest.n_papers:,} papers.{learned}",
        markup=False,
        soft_wrap=True,
    )
    if manifest.unplaced:
        out.print(f"Left out, since the embedder finds all users equally near: {', '.join(manifest.unplaced)}.", soft_wrap=True)


def _figures(statistics: tuple[DatasetStatistics, ...]) -> Table:
    columns = [*((f"{s.split}, ours", s) for s in statistics), *((f"{s.split}, Table 5", s) for s in PAPER_TABLE_5)]
    table = Table(box=None, pad_edge=False, header_style="dim")
    table.add_column("")
    for name, _ in columns:
        table.add_column(name, justify="right")
    table.add_row("Instances", *(f"{s.n_instances:,}" for _, s in columns))
    table.add_row("Questions", *(f"{s.n_questions:,}" for _, s in columns))
    table.add_row("Users a question", *(f"{s.users_per_question:.2f}" for _, s in columns))
    table.add_row("Different users", *("·" if s.n_users is None else f"{s.n_users:,}" for _, s in columns))
    table.add_row("Papers a user", *("·" if s.papers_per_user is None else f"{s.papers_per_user:.2f}" for _, s in columns))
    table.add_row("Length of a question", *(f"{s.words_per_question:.2f}" for _, s in columns))
    table.add_row("Length of a paper", *(f"{s.words_per_paper:,.2f}" for _, s in columns))
    return table


def _bands(statistics: DatasetStatistics) -> Table:
    table = Table(box=None, pad_edge=False, header_style="dim")
    table.add_column("Expertise" if statistics.bands else "")
    for name in ("instances", "similarity from", "mean", "to"):
        table.add_column(name, justify="right")
    for band in statistics.bands:
        table.add_row(band.expertise, str(band.n_instances), f"{band.lowest:.3f}", f"{band.mean:.3f}", f"{band.highest:.3f}")
    return table
