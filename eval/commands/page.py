"""Results that were kept, as a page."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated

import typer
from pydantic import ValidationError

from eval.commands.screen import tell
from eval.datasets.myscholarqa import MANIFEST, Dataset, read_dataset
from eval.domain.agreement import Agreement
from eval.domain.blind import BlindResults
from eval.domain.results import Results
from eval.show.agreement import agreement_document
from eval.show.arena_elo import elo_document
from eval.show.arena_leakage import leakage_document
from eval.show.arena_ranking import ranking_document
from eval.show.arena_tasks import tasks_document
from eval.show.blind import blind_document
from eval.show.dataset import dataset_document
from eval.show.detectors import detectors_document
from eval.show.document import Document
from eval.show.html import to_html
from eval.show.intent_variants import variants_document
from eval.show.intentrl import intentrl_document
from eval.show.results import results_document
from eval.show.satisfaction import satisfaction_document
from eval.show.steering import steering_document
from eval.studies.arena.elo import EloStudy
from eval.studies.arena.factory import FactoryResults
from eval.studies.arena.leakage import Leakage
from eval.studies.arena.ranking import TaskRanking
from eval.studies.blind.run import merge
from eval.studies.detectors.run import DetectorResults
from eval.studies.intentrl.run import IntentResults
from eval.studies.intentrl.variant_figures import VariantResults
from eval.studies.lines import write_text
from eval.studies.satisfaction.figures import Satisfaction
from eval.studies.steering.run import Steering
from myscholar.errors import InputError, UnreadableFile

Figures = (
    Results
    | Agreement
    | Satisfaction
    | DetectorResults
    | BlindResults
    | Steering
    | IntentResults
    | VariantResults
    | FactoryResults
    | TaskRanking
    | EloStudy
    | Leakage
)
Kept = Figures | Dataset
_NOUNS: Mapping[bytes, type[Figures]] = {
    b'"n_resamples"': Agreement,
    b'"benchmark": "satisfaction"': Satisfaction,
    b'"benchmark": "detectors"': DetectorResults,
    b'"benchmark": "blind"': BlindResults,
    b'"benchmark": "steering"': Steering,
    b'"benchmark": "intentrl"': IntentResults,
    b'"benchmark": "intentrl-variants"': VariantResults,
    b'"benchmark": "arena tasks"': FactoryResults,
    b'"benchmark": "arena ranking"': TaskRanking,
    b'"benchmark": "arena elo"': EloStudy,
    b'"benchmark": "arena leakage"': Leakage,
}
"""By what only their files have; all others are runs of a benchmark."""


def page(
    kept: Annotated[
        list[Path],
        typer.Argument(
            help="Files of results, folders of runs, which stand side by side, or one of a dataset."
        ),
    ],
    out: Annotated[Path, typer.Option(help="Where the page goes.")] = Path("page.html"),
    title: Annotated[
        str, typer.Option(help="Heading of a page of results; default: benchmark and systems.")
    ] = "",
) -> None:
    """Show kept results, one's own or anybody's, as one self-contained HTML page."""
    found = [_read(path) for path in kept]
    _refuse_mixed(kept, found)
    write_text(out, to_html(_document(found, title)))
    tell(f"Kept in {out}.")


def _refuse_mixed(paths: Sequence[Path], found: Sequence[Kept]) -> None:
    """Raises InputError for what can't stand on one page."""
    if len(found) > 1 and not any(
        all(isinstance(each, noun) for each in found) for noun in (Results, BlindResults)
    ):
        kinds = [getattr(each, "benchmark", type(each).__name__.lower()) for each in found]
        named = (f"{path} ({kind})" for path, kind in zip(paths, kinds, strict=True))
        raise InputError(
            f"These can't stand on one page: {', '.join(named)}. Runs of a benchmark stand side by "
            "side, and sheets of blind; of every other kind give one alone."
        )


def _document(found: Sequence[Kept], title: str) -> Document:
    if len(found) == 1 and isinstance(found[0], IntentResults):
        return intentrl_document(found[0])
    results = [f for f in found if isinstance(f, Results)]
    if len(results) == len(found):
        return results_document(results, title=title)
    blind = [f for f in found if isinstance(f, BlindResults)]
    if len(blind) == len(found):
        return blind_document(merge(blind))
    match found[0]:
        case Agreement() as kept:
            return agreement_document(kept)
        case Satisfaction() as kept:
            return satisfaction_document(kept)
        case DetectorResults() as kept:
            return detectors_document(kept)
        case Steering() as kept:
            return steering_document(kept)
        case VariantResults() as kept:
            return variants_document(kept)
        case FactoryResults() as kept:
            return tasks_document(kept, ())
        case TaskRanking() as kept:
            return ranking_document(kept)
        case EloStudy() as kept:
            return elo_document(kept)
        case Leakage() as kept:
            return leakage_document(kept)
        case Dataset() as kept:
            return dataset_document(kept)
    raise AssertionError(found)


def _read(path: Path) -> Kept:
    """Raises UnreadableFile for a file that holds none of them."""
    if (path / MANIFEST).is_file():
        return read_dataset(path)
    names = (
        "steering.json",
        "results.json",
        "agreement.json",
        "detectors.json",
        "blind.json",
    )
    file = next((f for name in names if (f := path / name).is_file()), path)
    if file.is_dir():
        reason = f"it is a folder without results of an evaluation: none of {', '.join(names)}"
        raise UnreadableFile(file, f"{reason}. Name the --out of a command that measured.")
    try:
        content = file.read_bytes()
        noun = next((noun for mark, noun in _NOUNS.items() if mark in content), Results)
        return noun.model_validate_json(content)
    except OSError as error:
        raise UnreadableFile(file, error.strerror or str(error)) from error
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"])) or "the whole"
        raise UnreadableFile(
            file, f"it holds no results of an evaluation: {where}: {first['msg']}."
        ) from error
