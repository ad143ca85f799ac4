"""The process that reads PDFs for a `PdfWorker`: a request a line in, an answer a line out, both
JSON."""

import json
import os
import sys
from pathlib import Path
from typing import Any

from myscholar.errors import UnreadableFile
from myscholar.library.pdf.limits import PdfLimits
from myscholar.library.pdf.read import parse


def serve(limits: PdfLimits) -> None:
    """Answers requests until the input ends. What libraries print goes to the error output, never
    among the answers."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    _confine(limits)
    answers.write(b"ready\n")
    answers.flush()
    for request in sys.stdin:
        answers.write(
            json.dumps(answer_to(Path(json.loads(request)["path"]), limits)).encode() + b"\n"
        )
        answers.flush()


def answer_to(path: Path, limits: PdfLimits) -> dict[str, Any]:
    """The paper, or the name of the error and its reason."""
    try:
        reading = parse(path, limits)
    except UnreadableFile as error:
        return {"error": type(error).__name__, "reason": error.reason}
    except MemoryError:
        return {
            "error": "OversizedFile",
            "reason": f"it unpacks to more than {limits.memory_bytes / 1e9:.1f} GB, the limit.",
        }
    except OSError as error:
        return {"error": "UnreadableFile", "reason": f"it can't be opened ({error.strerror})."}
    except (
        Exception
    ) as error:  # no file may stop the process that others wait for; the kind of error is told
        return {
            "error": "UnreadableFile",
            "reason": f"its contents can't be made sense of ({type(error).__name__}).",
        }
    return {
        "paper": reading.paper.model_dump(mode="json"),
        "notes": reading.notes,
        "headings": reading.headings,
    }


def _confine(limits: PdfLimits) -> None:
    """Bounds the memory of this process and forbids core dumps, where the system can."""
    if sys.platform == "win32":
        return
    import resource

    resource.setrlimit(resource.RLIMIT_AS, (limits.memory_bytes, limits.memory_bytes))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


if __name__ == "__main__":
    serve(PdfLimits(**json.loads(sys.argv[1])))
