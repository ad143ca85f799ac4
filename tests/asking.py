"""`myscholar` whose runs of actions ask first, by what their question says: asking.py ARGUMENTS. A
process of its own, as a worker or as a command."""

from typing import Any

from myscholar.domain.actions import ActionList
from myscholar.domain.dialogue import Question
from myscholar.domain.runs import Event, RunKind
from myscholar.runs.run import Run, Story
from myscholar.surfaces.cli.main import main
from myscholar.workflows import jobs
from myscholar.workflows.services import Services
from tests.payloads import PAYLOADS

WHY = "It decides where is searched."
QUESTIONS = {
    "Which papers count?": Question(
        text="Which papers count?", why=WHY, choices=("Peer-reviewed only", "Preprints too")
    ),
    "Which fields count?": Question(
        text="Which fields count?",
        choices=("Linguistics", "Law", "Medicine"),
        takes_several=True,
        can_skip=False,
    ),
    "Who reads it?": Question(text="Who reads it?", why="It decides what is explained."),
    "Which of the two?": Question(
        text="Which of the two?", choices=("One", "Two"), takes_text=False, can_leave=False
    ),
    "What runs?": Question(
        text=" ".join(PAYLOADS), why=" ".join(PAYLOADS), choices=PAYLOADS, takes_several=True
    ),
    "How new?": Question(text="How new?", choices=("Any", "Five years"), decides_after_s=12_000),
}
"""By the question that the order is about."""


async def story(run: Run, inputs: dict[str, Any]) -> Any:
    """The answers, as hints of a list of actions."""
    run.tell(Event(step="Reading the question", done=1, total=2))
    wanted = [q for text, q in QUESTIONS.items() if text in inputs["question"]]
    said = [await run.ask(f"q{n}", question) for n, question in enumerate(wanted, 1)]
    hints = tuple(answer.in_words for answer in said)
    made = ActionList(question=inputs["question"], actions=(), hints=hints)
    return made.model_dump(mode="json")


def stories(_: Services) -> dict[RunKind, Story]:
    return {RunKind.ACTIONS: story}


if __name__ == "__main__":
    jobs.stories = stories  # type: ignore[assignment]
    main()
