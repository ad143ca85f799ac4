"""Results that were kept, as a page."""

from pathlib import Path
from typing import Annotated

import typer
from pydantic import ValidationError

from eval.benchmarks.lines import write_text
from eval.commands.screen import tell
from eval.domain.agreement import Agreement
from eval.domain.results import Results
from eval.show import page_of
from eval.show.agreement import agreement_page
from myscholar.errors import InputError, UnreadableFile


def page(
    kept: Annotated[
        list[Path],
        typer.Argument(
            help="Files of results, or folders of runs; several runs stand side by side."
        ),
    ],
    out: Annotated[Path, typer.Option(help="Where the page goes.")] = Path("page.html"),
    title: Annotated[
        str, typer.Option(help="Heading of a page of results; default: benchmark and systems.")
    ] = "",
) -> None:
    """Show kept results, one's own or anybody's, as one self-contained HTML page."""
    found = [_read(path) for path in kept]
    results = [f for f in found if isinstance(f, Results)]
    agreements = [f for f in found if isinstance(f, Agreement)]
    if agreements and len(found) > 1:
        raise InputError(
            "A page shows runs of a benchmark side by side, or one meta-evaluation. Give its file "
            "alone."
        )
    write_text(out, agreement_page(agreements[0]) if agreements else page_of(results, title=title))
    tell(f"Kept in {out}.")


def _read(path: Path) -> Results | Agreement:
    """Raises UnreadableFile for a file that holds neither."""
    names = "results.json", "agreement.json"
    file = next((f for name in names if (f := path / name).is_file()), path)
    try:
        content = file.read_bytes()
        noun = Agreement if b'"n_resamples"' in content else Results
        return noun.model_validate_json(content)
    except OSError as error:
        raise UnreadableFile(file, error.strerror or str(error)) from error
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"])) or "the whole"
        raise UnreadableFile(
            file, f"it holds no results of an evaluation: {where}: {first['msg']}."
        ) from error
