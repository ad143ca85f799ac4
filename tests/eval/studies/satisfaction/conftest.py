"""A small study in words of our own: four users with three papers each, complaints and acceptances
of every kind."""

from collections.abc import Callable

import numpy as np
import pytest

from eval.datasets.interviews import (
    InterviewPaper,
    InterviewProfile,
    InterviewReport,
    Interviews,
    InterviewUser,
    JudgedAction,
    JudgedInference,
    JudgedReport,
    Label,
    Span,
    SpanTrust,
    TextKind,
)
from eval.studies.satisfaction.features import Context
from myscholar.domain.actions import Category
from myscholar.domain.flags import ErrorType
from myscholar.domain.profile import ProfileAspect
from myscholar.text.background import Background

TOPICS = ("bridges", "beetles", "glaciers", "ceramics")
LABELS = (Label.BAD, Label.GOOD_SIMILAR, Label.GOOD_RANDOM)


def _user(name: str, topic: str) -> InterviewUser:
    papers = tuple(
        InterviewPaper(
            paper_id=f"{name}-{n}",
            title=f"On {topic}, part {n}",
            text=f"We measure {topic} in {n} valleys. " * 5,
            text_kind=TextKind.FULL_TEXT,
        )
        for n in (1, 2, 3)
    )
    return InterviewUser(
        user_id=name, profile_id=f"p-{name}", query_ids=(f"q-{name}",), papers=papers
    )


def _report(name: str, topic: str) -> InterviewReport:
    return InterviewReport(
        report_id=f"r-{name}",
        user_id=name,
        query_id=f"q-{name}",
        query=f"How old are {topic}?",
        text=f"Most {topic} are old. A few {topic} are young.",
        spans=(Span(color=1, text=f"Most {topic} are old."),),
    )


@pytest.fixture(scope="session")
def inference() -> Callable[..., JudgedInference]:
    def make(
        user: InterviewUser,
        text: str,
        label: Label,
        triplet: str,
        error_type: ErrorType = ErrorType.DOMAIN,
    ) -> JudgedInference:
        return JudgedInference(
            judgment_id=f"{triplet}-{LABELS.index(label)}",
            triplet_id=triplet,
            user_id=user.user_id,
            text=text,
            error_type=error_type,
            label=label,
            aspect=ProfileAspect.KNOWLEDGE,
            cited=user.papers[:1],
        )

    return make


@pytest.fixture(scope="session")
def study(inference: Callable[..., JudgedInference]) -> Interviews:
    """Complaints are about what is exotic: a predictor that reads words can find that out. Each
    user has two triplets of inferences that share an acceptance."""
    users = tuple(_user(f"u{n}", topic) for n, topic in enumerate(TOPICS, 1))
    reports = tuple(_report(u.user_id, topic) for u, topic in zip(users, TOPICS, strict=True))
    inferences, actions, executions = [], [], []
    for user, topic, report in zip(users, TOPICS, reports, strict=True):
        for k in (1, 2):
            triplet = f"i-{user.user_id}-{k}"
            texts = (
                f"Your papers turn {topic} exotic again {k}.",
                f"Your papers count {topic} with care {k}.",
                f"Your papers map {topic} once more here.",
            )
            inferences += [
                inference(user, t, label, triplet) for t, label in zip(texts, LABELS, strict=True)
            ]
        beside = {
            "user_id": user.user_id,
            "query_id": report.query_id,
            "query": report.query,
            "category": Category.CONTENT,
        }
        for n, label in enumerate(LABELS):
            away = (f"q-other-{user.user_id}",) if label is Label.GOOD_RANDOM else ()
            actions.append(
                JudgedAction(
                    judgment_id=f"a-{user.user_id}-{n}",
                    triplet_id=f"a-{user.user_id}",
                    text=f"Add {topic} number {n}",
                    error_type=ErrorType.NARROW,
                    label=label,
                    also_under=away,
                    **beside,
                )
            )
            executions.append(
                JudgedReport(
                    judgment_id=f"r-{user.user_id}-{n}",
                    triplet_id=f"r-{user.user_id}",
                    text=f"Tell of {topic} number {n}",
                    error_type=ErrorType.UNINFORM,
                    label=label,
                    report=report,
                    color=1,
                    span_trust=SpanTrust.SHARED if label is Label.GOOD_RANDOM else SpanTrust.OWN,
                    **beside,
                )
            )
    profiles = tuple(
        InterviewProfile(
            profile_id=f"p-{u.user_id}",
            user_id=u.user_id,
            text=f"EDITED PROFILE of {u.user_id}",
            statements=(),
        )
        for u in users
    )
    return Interviews(
        users=users,
        profiles=profiles,
        reports=reports,
        inferences=tuple(inferences),
        actions=tuple(actions),
        executions=tuple(executions),
    )


@pytest.fixture(scope="session")
def background() -> Background:
    return Background(n_documents=1000, frequencies={"valley": 100, "measur": 200})


@pytest.fixture(scope="session")
def context(study: Interviews, background: Background) -> Context:
    """Vectors that count letters: enough to tell texts apart."""

    def vectors(texts: list[str]) -> np.ndarray:
        rows = np.array([[text.count(c) for c in "abcdefgh"] for text in texts], dtype=np.float32)
        return rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-9)

    return Context(study, background, vectors)
