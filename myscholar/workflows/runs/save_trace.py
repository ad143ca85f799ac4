"""All that is known of a run, in one file."""

import json
from pathlib import Path

from myscholar.domain.runs import RunId
from myscholar.gateways.llm.cache import AnswerCache
from myscholar.workflows.files import write_text
from myscholar.workflows.services import Services


def save_trace(services: Services, run_id: RunId, path: Path) -> Path:
    """Writes a RunTrace with what went in, what each step gave, and every prompt with its answer.
    Raises UnknownName, UnwritableFile."""
    trace = services.runs.trace(run_id)
    kept = AnswerCache(services.settings.answers_folder)
    ids = dict.fromkeys(call.call_id for call in trace.calls)
    trace = trace.model_copy(update={"exchanges": tuple(e for e in map(kept.exchange, ids) if e)})
    return write_text(json.dumps(trace.model_dump(mode="json"), indent=1) + "\n", path)
