import tomllib
from pathlib import Path

import pytest

import eval.arena as room
from eval.domain.arena import ResearchTask, TaskDifficulty, TaskFamily, TranscriptSpan

FAMILIES = {
    "Survey": TaskFamily.LITERATURE_SURVEY,
    "Map": TaskFamily.LITERATURE_SURVEY,
    "Scan": TaskFamily.TREND_SCAN,
    "Propose": TaskFamily.HYPOTHESIS_GENERATION,
    "Design": TaskFamily.METHOD_BLUEPRINT,
    "Specify": TaskFamily.SYSTEM_SPECIFICATION,
    "Define": TaskFamily.METRIC_DESIGN,
    "Simulate": TaskFamily.EMPIRICAL_TEST,
    "Audit": TaskFamily.BIAS_REVIEW,
}


def task_of(task_id: str, text: str, **told: object) -> ResearchTask:
    fields = {
        "family": FAMILIES.get(text.split()[0], TaskFamily.COMPARATIVE_ANALYSIS),
        "difficulty": TaskDifficulty.BASIC,
        "seminar_id": task_id.partition("/")[0],
        "inspiration_ids": (f"{task_id.partition('/')[0]}/i1",),
        "spans": (TranscriptSpan(start=0, end=len(text), text=text),),
    }
    return ResearchTask(task_id=task_id, text=text, **(fields | told))


@pytest.fixture
def tasks() -> tuple[ResearchTask, ...]:
    """Twelve, in three languages."""
    file = Path(room.__file__).with_name("planted.toml")
    rows = tomllib.loads(file.read_text(encoding="utf-8"))["tasks"]
    return tuple(
        task_of(row["task_id"], row["text"], language=row.get("language", "en")) for row in rows
    )
