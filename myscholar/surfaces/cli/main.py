"""Entry point: runs a command and turns an error of the product into one line."""

import sys

from myscholar.errors import InputError, MyScholarError, RunCancelled


def main() -> None:
    """Exit status: 0 done, 1 the product could not, 2 the input must be mended, 130 stopped by the
    user."""
    from myscholar.surfaces.cli.commands import app
    from myscholar.surfaces.cli.report_commands import follow_up, report, rewrite
    from myscholar.surfaces.cli.runs_commands import runs
    from myscholar.surfaces.cli.setup_command import setup

    for command in (report, rewrite, follow_up, setup):
        app.command()(command)
    app.add_typer(runs, name="runs")
    try:
        app()
    except RunCancelled as stopped:
        print(f"stopped: {stopped}", file=sys.stderr)  # noqa: T201
        sys.exit(130)
    except MyScholarError as error:
        said = " ".join([str(error), *dict.fromkeys(getattr(error, "__notes__", ()))])
        print(f"error: {' '.join(said.split())}", file=sys.stderr)  # noqa: T201
        sys.exit(2 if isinstance(error, InputError) else 1)
    except KeyboardInterrupt:
        print("stopped", file=sys.stderr)  # noqa: T201
        sys.exit(130)
