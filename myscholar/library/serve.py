"""The process that reads files for a `FileWorker`: a request a line in, a line an answer out, and
one that says how it ended. A line is a word and JSON."""

import json
import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

from myscholar.domain.papers import Paper, Relation
from myscholar.errors import OversizedFile, UnreadableFile
from myscholar.library.problems import Problem
from myscholar.library.reading import ReadLimits

Answer = tuple[str, str]
_MORE_S = 5
"""So long after a file's time is over, whoever was to end this process was itself killed; by
hand."""


def serve(limits: ReadLimits) -> None:
    """Answers until the input ends. What libraries print goes to the error output."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    _confine(limits)
    answers.write(b"ready\n")
    answers.flush()
    for request in sys.stdin:
        _end_in(limits.seconds + _MORE_S)
        path, relation = json.loads(request)
        for word, told in _answer(Path(path), relation, limits):
            answers.write(f"{word} {told}\n".encode())
            answers.flush()  # what is under way when this process ends is lost
        _end_in(0)  # it may wait as long as it likes


def _answer(path: Path, relation: str | None, limits: ReadLimits) -> Iterator[Answer]:
    kind = UnreadableFile.__name__
    try:
        yield from (
            _read_pdf(path, limits)
            if relation is None
            else _read_list(path, Relation(relation), limits)
        )
        yield "done", "null"
        return
    except UnreadableFile as error:
        kind, reason = type(error).__name__, error.reason
    except MemoryError:
        kind = OversizedFile.__name__
        reason = f"it unpacks to more than {limits.memory_bytes / 1e9:.1f} GB, the limit."
    except OSError as error:
        reason = f"it can't be opened ({error.strerror})."
    except Exception as error:  # no file may stop the process that others wait for
        reason = f"its contents can't be made sense of ({type(error).__name__})."
    yield "failed", json.dumps([kind, reason])


def _read_pdf(path: Path, limits: ReadLimits) -> Iterator[Answer]:
    from myscholar.library.pdf.read import parse  # loads PDFium, which lists do without

    yield "pdf", parse(path, limits).model_dump_json()


def _read_list(path: Path, relation: Relation, limits: ReadLimits) -> Iterator[Answer]:
    """The entries of a BibTeX or JSON lines file, as many as there may be."""
    if path.suffix.casefold() == ".bib":
        from myscholar.library.bibtex import read_bibtex as read
    else:
        from myscholar.library.jsonl import read_jsonl as read
    n_papers = n_problems = n_bytes = 0
    for found in read(path, relation=relation, limits=limits):
        n_papers += isinstance(found, Paper)
        n_problems += isinstance(found, Problem)
        if isinstance(found, Problem) and n_problems > limits.max_problems:
            continue
        told = found.model_dump_json()
        n_bytes += len(told)
        if n_papers > limits.max_papers or n_bytes > limits.told_bytes:
            most = f"{limits.max_papers:,} papers or {limits.told_bytes / 1e6:,.0f} MB of them"
            raise OversizedFile(path, f"it holds more than {most}, the limit. Split it.")
        yield ("paper" if isinstance(found, Paper) else "problem"), told
    if n_problems > limits.max_problems:
        more = f"{n_problems - limits.max_problems:,} more can't be read"
        yield "problem", Problem(source=str(path), message=more).model_dump_json()


def _end_in(seconds: float) -> None:
    """This process, where the system can, unless it is called again; 0 is never."""
    if sys.platform != "win32":
        signal.setitimer(signal.ITIMER_REAL, seconds)


def _confine(limits: ReadLimits) -> None:
    """Bounds the memory of this process and forbids core dumps, where the system can."""
    if sys.platform != "win32":
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (limits.memory_bytes, limits.memory_bytes))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


if __name__ == "__main__":
    serve(ReadLimits(**json.loads(sys.argv[1])))
