"""References numbered anew."""

from myscholar.domain.answers import Coverage, ReportAnswer
from myscholar.domain.evidence import Evidence
from myscholar.domain.flags import ErrorType, Flag, Severity
from myscholar.domain.papers import Paper, PaperId, Passage, PassageId, PassageKind
from myscholar.domain.report import Citation, Doubt, Reference, Report, ReportId, Section
from myscholar.report.numbering import number_after


def paper(name: str) -> Paper:
    return Paper(paper_id=PaperId(name), title=name)


def answer(text: str, **numbers: int) -> ReportAnswer:
    """Cites each paper at its marker; its last four letters are doubtful."""
    passages = {
        name: Passage(
            passage_id=PassageId(f"{name}:1"),
            paper_id=PaperId(name),
            kind=PassageKind.BODY,
            text=f"{name} says so.",
        )
        for name in numbers
    }
    citations = tuple(
        Citation(
            number=n,
            start=(at := text.index(f"[{n}]")),
            end=at + len(f"[{n}]"),
            evidence=(Evidence.of_passage(passages[name]),),
        )
        for name, n in numbers.items()
    )
    flag = Flag(error_type=ErrorType.FACTUAL, severity=Severity.HINT, reason="no")
    doubt = Doubt(start=len(text) - 4, end=len(text), flag=flag)
    section = Section(title="T", text=text, citations=citations, doubts=(doubt,))
    return ReportAnswer(
        base=ReportId("r"),
        coverage=Coverage.FULL,
        said=Report(
            report_id=ReportId("a"),
            question="?",
            title="T",
            notice="",
            created_at="",
            sections=(section,),
            references=tuple(Reference(number=n, paper=paper(p)) for p, n in numbers.items()),
            passages=tuple(passages.values()),
        ),
    )


def test_answers_take_the_reports_numbers_and_new_papers_go_on_counting():
    references = tuple(Reference(number=n, paper=paper(f"p{n}")) for n in range(1, 12))
    one, two = number_after(
        [
            answer("New [1], old [2], end.", new=1, p11=2),
            answer("More [1] [2] end.", more=1, new=2),
        ],
        references,
    )
    # eleven references: the first new paper is 12, the second 13
    assert one.section.text == "New [12], old [11], end."
    assert [r.number for r in one.said.references] == [11, 12]
    assert two.section.text == "More [13] [12] end."
    for made in (one, two):
        text = made.section.text
        assert [text[c.start : c.end] for c in made.section.citations] == [
            f"[{c.number}]" for c in made.section.citations
        ]
        (doubt,) = made.section.doubts
        assert text[doubt.start : doubt.end] == "end."
        assert ReportAnswer.model_validate(made.model_dump()) == made
