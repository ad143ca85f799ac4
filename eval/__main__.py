"""`python -m eval COMMAND`: measures the product and other systems. Exit status: 0 done, 1 could
not, 2 the input must be mended, 130 stopped, 141 done though nobody read all that was said."""

import sys

import typer

from eval.commands.ablations import ablations
from eval.commands.agreement import agreement
from eval.commands.arena import arena
from eval.commands.bench import bench
from eval.commands.blind import blind
from eval.commands.compare import compare
from eval.commands.dataset import dataset
from eval.commands.detectors import detectors
from eval.commands.idrbench import idrbench
from eval.commands.inspect_logs import inspect
from eval.commands.intentrl import intentrl
from eval.commands.myscholarqa import myscholarqa
from eval.commands.page import page
from eval.commands.satisfaction import satisfaction
from eval.commands.steer import steer
from myscholar.domain.text import one_line
from myscholar.errors import ExtraNotInstalled, InputError, MyScholarError, UnreadableFile
from myscholar.streams import outlast_readers

app = typer.Typer(
    name="python -m eval",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    help="Evaluation of personalized deep research. The guide: docs/evaluation.md.",
)
for command in (
    dataset,
    myscholarqa,
    compare,
    ablations,
    blind,
    agreement,
    satisfaction,
    detectors,
    steer,
    idrbench,
    page,
    inspect,
):
    app.command()(command)
app.add_typer(arena, name="arena")
app.add_typer(intentrl, name="intentrl")
app.add_typer(arena, name="arena")
app.command(
    add_help_option=False,
    context_settings={"ignore_unknown_options": True, "allow_extra_args": True},
)(bench)


def main() -> None:
    with outlast_readers():
        try:
            app()
        except MyScholarError as error:
            print(f"error: {one_line(_said(error))}", file=sys.stderr)
            sys.exit(2 if isinstance(error, (InputError, ExtraNotInstalled)) else 1)


def _said(error: MyScholarError) -> str:
    """With the path as it was given, or how to install what is missing."""
    if isinstance(error, UnreadableFile):
        return f"{error.path}: {error.reason}"
    if isinstance(error, ExtraNotInstalled):
        made = f"make {error.extra}, or " if error.extra == "train" else ""
        return error.with_remedy(f"Install it: {made}pip install 'myscholar[{error.extra}]'")
    return str(error)


if __name__ == "__main__":
    main()
