"""What rules read in visible questions and in judged actions, and what they propose to any reader:
a measurement of `visible` in two seconds."""

import json
from collections.abc import Iterator
from pathlib import Path

from eval.bench.copies import VisibleFigures
from myscholar.actions.checks import check_actions
from myscholar.actions.extractive.propose import propose_actions
from myscholar.actions.own import new_action
from myscholar.domain.actions import Action, Verb
from myscholar.text.question import analyse_question
from myscholar.workflows.background import load_background

N_PROPOSALS = 24
_QUESTIONS = "data/queries/scholarqa_cs2_dev.jsonl"
_JUDGED = "data/interviews/action_judgments.jsonl", "data/interviews/report_judgments.jsonl"


def of_readings(shared: Path) -> VisibleFigures:
    """Questions taken apart, actions read as a user's and doubted as a model's, proposals."""
    background = load_background()
    asked = [row["query"] for row in _rows(shared / _QUESTIONS)]
    made = {question: repr(analyse_question(question, idf=background.idf)) for question in asked}
    judged = [row for name in _JUDGED for row in _rows(shared / name)]
    actions = {row["text"]: _doubted(row["text"], row["query"]) for row in judged}
    made |= {text: action.model_dump_json() for text, action in actions.items()}
    for question in asked[:N_PROPOSALS]:
        proposed = propose_actions(question, profile=None, background=background)
        made[f"proposed: {question}"] = proposed.model_dump_json()
    read = [a for a in actions.values() if a.directive.verb is not Verb.FREE]
    return VisibleFigures(made, {"actions with a verb": float(len(read))})


def _doubted(text: str, question: str) -> Action:
    as_model = f"I can {text}, which might help you decide."
    action = new_action(text, action_id="read", question=question)
    proposed = action.model_copy(update={"text": as_model, "origin": "a model"})
    return check_actions([proposed], question)[0]


def _rows(path: Path) -> Iterator[dict[str, str]]:
    return map(json.loads, path.read_text(encoding="utf-8").splitlines())
