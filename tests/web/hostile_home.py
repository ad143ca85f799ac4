"""A home folder in which everything has been done once, and of which every text then tries to be
more than text."""

import json
import shutil
import sqlite3
from pathlib import Path
from typing import Any, NamedTuple

from myscholar.domain.actions import LeftOut, Omission
from myscholar.domain.feedback import Feedback, Subject
from myscholar.domain.flags import ErrorType, Flag, Severity
from myscholar.domain.profile import Edit, PapersChange, Profile
from myscholar.domain.runs import RunId
from myscholar.gateways.storage.records import Choice, ChoiceKind
from myscholar.settings import load_settings
from myscholar.workflows.ask.inquiries import get_inquiry, keep_inquiry
from myscholar.workflows.jobs import open_services
from myscholar.workflows.profile.profiles import get_profile, save_profile
from myscholar.workflows.report.reports import get_report, import_report
from myscholar.workflows.sample import sample_papers
from myscholar.workflows.services import Services
from tests.interactions import grown_tree
from tests.payloads import PAYLOADS

from .conftest import NOWHERE, Furnished, furnish
from .spoiler import Spoiler

AT = "2026-01-02T03:04:05Z"
FLAG = Flag(
    error_type=ErrorType.UNSAID_IN_PAPERS,
    severity=Severity.WARNING,
    reason="No paper says so.",
    repair="Your papers judge.",
    origin="a model",
)
CORPORA = [each for each in PAYLOADS if len(each) < 60 and set(each).isdisjoint("/\0\n")][::3]
"""Names that folders may have."""
SETTINGS = f"""
embedder = {json.dumps(PAYLOADS[41])}
[models]
default = {json.dumps(f"own:{PAYLOADS[5]}")}
[providers.own]
base_url = {json.dumps(f"http://127.0.0.1:9/{PAYLOADS[7]}")}
[providers.{json.dumps(PAYLOADS[0])}]
base_url = {json.dumps(f"http://127.0.0.1:9/{PAYLOADS[42]}")}
"""
_AS_IT_IS = {"alembic_version", "limits", "shares", "run_spans", "run_changes"}
_JSON = {"content", "inputs", "result", "event", "question", "answer", "action", "summary", "call"}
_PLAIN = {"title", "error", "text", "name"}


class HostileHome(NamedTuple):
    furnished: Furnished
    researched: RunId
    n_texts: int
    """So many were replaced."""


def furnish_hostile(home: Path) -> HostileHome:
    furnished = furnish(home)
    services = open_services(
        load_settings({"MYSCHOLAR_HOME": str(home), "MYSCHOLAR_S2_URL": NOWHERE})
    )
    try:
        researched = _furnish_more(services, furnished)
    finally:
        services.close()
    (sample,) = (home / "cache" / "sample").iterdir()
    for payload in CORPORA:
        shutil.copytree(sample, home / "corpora" / payload)
    return HostileHome(furnished, researched, spoil(home / "library.sqlite"))


def _furnish_more(services: Services, done: Furnished) -> RunId:
    """What the sample's way does not come by: doubts, edits, proposals left out, a tree, feedback,
    libraries."""
    services.store.add("default", sample_papers().papers, at=AT)
    services.store.add("Other", sample_papers().papers[:1], at=AT)
    profile = get_profile(services, done.profile)
    save_profile(services, _looked_over(profile))
    inquiry = get_inquiry(services, done.inquiry)
    assert inquiry.actions
    first, *others = inquiry.actions.actions
    flagged = first.model_copy(update={"flags": (FLAG,)})
    left_out = tuple(
        LeftOut(tldr="Repeat it", reason=reason, detail="Said before", near=first.action_id)
        for reason in Omission
    )
    actions = inquiry.actions.model_copy(
        update={"actions": (flagged, *others), "left_out": left_out, "hints": ("Vague.",)}
    )
    keep_inquiry(services, inquiry.model_copy(update={"actions": actions}))
    for subject, about, item in (
        (Subject.INFERENCE, profile.profile_id, profile.inferences[0].inference_id),
        (Subject.ACTION, inquiry.inquiry_id, first.action_id),
        (Subject.SECTION, done.report, "0"),
        (Subject.SPAN, done.report, "0:3:40"),
    ):
        said = Feedback(
            subject=subject, about=about, item=item, liked=False, errors=subject.error_types[:1],
            comment="Not so.", words="What stood here.", at=AT,
        )  # fmt: skip
        services.store.feedback.give(said)
    services.store.choices.save(
        [
            Choice(
                profile_id=done.profile,
                question="How?",
                action=action,
                kind=ChoiceKind.PICKED,
                at=AT,
            )
            for action in inquiry.actions.actions[:5]
        ]
    )
    report = get_report(services, done.report)
    file = services.settings.home / "researched.json"
    grown = report.model_copy(update={"interaction": grown_tree(), "notes": ("A note.", "Two.")})
    file.write_text(grown.model_dump_json(), encoding="utf-8")
    return import_report(services, file)


def _looked_over(profile: Profile) -> Profile:
    first, second, *others = profile.inferences
    doubted = first.model_copy(update={"flags": (FLAG,), "practice": "user studies"})
    change = PapersChange(
        at=AT, added=("A paper",), removed=("Another paper",), n_before=4, n_after=4, n_kept=2
    )
    edits = (
        Edit(at=AT, before=second, after=second.edited("Your papers count.")),
        Edit(at=AT, before=None, after=first, papers_change=0),
        Edit(at=AT, before=first, after=None, papers_change=0),
    )
    return profile.model_copy(
        update={
            "inferences": (doubted, second.edited("Your papers count."), *others),
            "notes": ("A paper has no text.",),
            "edits": edits,
            "papers_changes": (change,),
        }
    )


def spoil(database: Path) -> int:
    """How many texts have been replaced. Beside each run stand one that failed and one that was
    cancelled."""
    spoiler = Spoiler()
    with sqlite3.connect(database) as connection:
        connection.row_factory = sqlite3.Row
        query = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
        rows = [
            (table, dict(row))
            for (table,) in connection.execute(query).fetchall()
            if table not in _AS_IT_IS
            for row in connection.execute(f"SELECT rowid AS row, * FROM {table}")
        ]
        for _, row in rows:
            spoiler.learn([_read(row[column]) for column in sorted(_JSON & row.keys())])
        for table, row in rows:
            for column, value in row.items():
                new = value
                if column in _JSON and _read(value) is not None:
                    new = json.dumps(spoiler.spoil(_read(value), column))
                elif column in _PLAIN and value and (table, column) != ("run_steps", "name"):
                    new = spoiler.spoil(value, column).replace("\x00", "")
                if new != value:
                    change = f"UPDATE {table} SET {column} = ? WHERE rowid = ?"
                    connection.execute(change, (new, row["row"]))
        for status in ("failed", "cancelled"):
            for change in (
                "CREATE TEMP TABLE copied AS SELECT * FROM runs WHERE status = 'finished'",
                "UPDATE copied SET id = NULL, summary = NULL, result = NULL",
                "UPDATE copied SET run_id = run_id || :status, status = :status, error = :error",
                "INSERT INTO runs SELECT * FROM copied",
                "DROP TABLE copied",
            ):
                said = {"status": status, "error": spoiler.words("It failed.")}
                connection.execute(change, said)
    return spoiler.n_texts


def _read(value: Any) -> Any:
    """None for what is no JSON of several values."""
    return json.loads(value) if isinstance(value, str) and value[:1] in ("{", "[") else None
