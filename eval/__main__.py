"""`python -m eval COMMAND`: measures the product and other systems. Exit status: 0 done, 1 could not, 2 the input must be mended, 130 stopped."""

import sys

import typer

from eval.commands.bench import bench
from eval.commands.myscholarqa import myscholarqa
from myscholar.errors import InputError, MyScholarError

app = typer.Typer(
    name="python -m eval", no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False, rich_markup_mode=None,
    help="Evaluation of personalized deep research. The guide: docs/evaluation.md.",
)  # fmt: skip
for command in (bench, myscholarqa):
    app.command()(command)


def main() -> None:
    try:
        app()
    except MyScholarError as error:
        print(f"error: {' '.join(str(error).split())}", file=sys.stderr)
        sys.exit(2 if isinstance(error, InputError) else 1)
    except KeyboardInterrupt:
        print("stopped: what is finished is kept, and the same command goes on", file=sys.stderr)
        sys.exit(130)


if __name__ == "__main__":
    main()
