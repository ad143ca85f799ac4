"""An answer cites what it rests on, as a report does."""

import pytest
from pydantic import ValidationError

from myscholar.domain.answers import Coverage, ReportAnswer
from myscholar.domain.evidence import Evidence
from myscholar.domain.papers import Paper, PaperId, Passage, PassageId, PassageKind
from myscholar.domain.report import Citation, Reference, Report, ReportId, Section
from myscholar.errors import EvidenceMismatch

TEXT = "Wrens sing at dawn."
PASSAGE = Passage(
    passage_id=PassageId("p:1"), paper_id=PaperId("p"), kind=PassageKind.ABSTRACT, text=TEXT
)


def said(text: str, *citations: Citation) -> Report:
    return Report(
        report_id=ReportId("a"),
        question="When do wrens sing?",
        title="Dawn",
        notice="Tried.",
        created_at="2026-01-01T00:00:00Z",
        sections=(Section(title="Dawn", text=text, citations=citations),),
        references=(Reference(number=4, paper=Paper(paper_id=PaperId("p"), title="Wrens")),),
        passages=(PASSAGE,),
    )


CITED = Citation(number=4, start=10, end=13, evidence=(Evidence.of_passage(PASSAGE),))


def test_an_answer_cites_and_a_refusal_cites_nothing():
    made = ReportAnswer(
        base=ReportId("r"), coverage=Coverage.FULL, said=said("They sing [4].", CITED)
    )
    assert made.is_answered
    assert made.section.citations == (CITED,)
    for coverage, cited in ((Coverage.PARTLY, ()), (Coverage.NONE, (CITED,))):
        with pytest.raises(ValidationError, match="cites what it rests on"):
            ReportAnswer(base=ReportId("r"), coverage=coverage, said=said("They sing [4].", *cited))


def test_words_that_are_not_in_the_source_are_no_evidence():
    wrong = CITED.evidence[0].model_copy(update={"text": "Wrens sing at dusk."})
    with pytest.raises(EvidenceMismatch, match="not in passage"):
        said("They sing [4].", CITED.model_copy(update={"evidence": (wrong,)}))
