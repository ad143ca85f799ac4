"""The process that reads PDFs for a `PdfWorker`: a path a line in, an answer a line out, both
JSON."""

import json
import os
import sys
from pathlib import Path
from typing import Any

from myscholar.errors import OversizedFile, UnreadableFile
from myscholar.library.pdf.limits import PdfLimits
from myscholar.library.pdf.read import parse


def serve(limits: PdfLimits) -> None:
    """Answers until the input ends. What libraries print goes to the error output."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    _confine(limits)
    answers.write(b"ready\n")
    answers.flush()
    for request in sys.stdin:
        answer = _answer(Path(json.loads(request)), limits)
        answers.write(json.dumps(answer).encode() + b"\n")
        answers.flush()


def _answer(path: Path, limits: PdfLimits) -> dict[str, Any]:
    kind = UnreadableFile.__name__
    try:
        return parse(path, limits).model_dump(mode="json")
    except UnreadableFile as error:
        kind, reason = type(error).__name__, error.reason
    except MemoryError:
        kind = OversizedFile.__name__
        reason = f"it unpacks to more than {limits.memory_bytes / 1e9:.1f} GB, the limit."
    except OSError as error:
        reason = f"it can't be opened ({error.strerror})."
    except Exception as error:  # no file may stop the process that others wait for
        reason = f"its contents can't be made sense of ({type(error).__name__})."
    return {"error": kind, "reason": reason}


def _confine(limits: PdfLimits) -> None:
    """Bounds the memory of this process and forbids core dumps, where the system can."""
    if sys.platform != "win32":
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (limits.memory_bytes, limits.memory_bytes))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


if __name__ == "__main__":
    serve(PdfLimits(**json.loads(sys.argv[1])))
