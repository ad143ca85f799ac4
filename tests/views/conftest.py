"""One small report with everything in it: two actions, overlapping marks, a table, a summary, and
hostile text."""

import pytest

from myscholar.domain.actions import Action, Category, Directive, Stage, Verb
from myscholar.domain.evidence import ActionId, Evidence, SearchQuery
from myscholar.domain.papers import Paper, PaperId, Passage, PassageId, PassageKind
from myscholar.domain.report import (
    ActionOutcome,
    Cell,
    Citation,
    Highlight,
    OutcomeSpan,
    OutcomeStatus,
    Reference,
    Report,
    ReportId,
    SearchRecord,
    Section,
    Table,
)

HOSTILE = '<script>alert(1)</script> ![x](javascript:alert(2)) & "quoted"'


def action(name: str, tldr: str) -> Action:
    return Action(
        action_id=ActionId(name),
        tldr=tldr,
        text="I can do it, which might help you.",
        stage=Stage.GENERATION,
        category=Category.CONTENT,
        personalized=False,
        directive=Directive(verb=Verb.NUMBERS),
        enabled=True,
    )


@pytest.fixture
def report() -> Report:
    own = Passage(
        passage_id=PassageId("p#1"),
        paper_id=PaperId("p"),
        kind=PassageKind.BODY,
        text=f"Birds sing. {HOSTILE}",
    )
    summary = Passage(
        passage_id=PassageId("s#1"),
        paper_id=PaperId("s"),
        kind=PassageKind.SUMMARY,
        text="The authors count cats.",
    )
    quote, ours = Evidence.of_passage(own), Evidence.of_passage(summary)
    text = f"Birds sing. {HOSTILE} [1] Then more.\n\n- The authors count cats. [2]\n- An item."
    first, second = text.index("[1]"), text.index("[2]")
    section = Section(
        title="Songs & <b>birds</b>",
        tldr="They sing.",
        text=text,
        citations=(
            Citation(number=1, start=first, end=first + 3, evidence=(quote,)),
            Citation(number=2, start=second, end=second + 3, evidence=(ours,)),
        ),
        highlights=(
            Highlight(action_id=ActionId("a"), start=0, end=first + 3),
            Highlight(action_id=ActionId("b"), start=6, end=11),
            Highlight(action_id=ActionId("a"), start=second - 24, end=second),
        ),
        table=Table(
            columns=("Paper", "Finding"),
            rows=(
                (
                    Cell(text="P | one", number=1),
                    Cell(text="sing", number=1, evidence=(Evidence.of_passage(own, 6, 10),)),
                ),
            ),
        ),
    )
    return Report(
        report_id=ReportId("r1"),
        question="Why <i>sing</i>?",
        title="Why sing?",
        notice="Extractive.",
        created_at="2026-01-02T03:04:05Z",
        sections=(section,),
        passages=(own, summary),
        actions=(action("a", "Show numbers"), action("b", "Name birds")),
        outcomes=(
            ActionOutcome(
                action_id=ActionId("a"),
                status=OutcomeStatus.DONE,
                spans=(OutcomeSpan(section=0, start=0, end=11),),
                reason="One span.",
            ),
            ActionOutcome(
                action_id=ActionId("b"),
                status=OutcomeStatus.NOT_DONE,
                reason="No passage names birds.",
            ),
        ),
        references=(
            Reference(
                number=1,
                paper=Paper(
                    paper_id=PaperId("p"),
                    title="On {songs} & 100% birds",
                    authors=("Ada Müller", "B. Li"),
                    year=2020,
                    venue="ACL",
                    url="javascript:alert(3)",
                    doi="10.1/x_y",
                ),
            ),
            Reference(
                number=2,
                paper=Paper(
                    paper_id=PaperId("s"), title="Cats", authors=("Ada Müller",), year=2020
                ),
            ),
        ),
        searches=(
            SearchRecord(query=SearchQuery(text="birds"), source="corpus:x", n_hits=2, seconds=0.1),
        ),
    )
