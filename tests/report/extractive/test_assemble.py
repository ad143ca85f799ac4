"""The report as a whole: what it is made of, and what it says of itself."""

import re
from collections.abc import Callable

import pytest

from myscholar.domain.evidence import Hit
from myscholar.domain.papers import Paper, PassageKind
from myscholar.domain.report import Findings, Report
from myscholar.errors import NoEvidenceFound
from myscholar.report.extractive.assemble import NOTICE, SUMMARY_NOTICE
from myscholar.report.extractive.doing import Doing, doing
from myscholar.report.extractive.quotes import gather_definitions, gather_statements
from myscholar.text.background import Background

QUESTION = "How do crop rotation schedules affect soil nitrogen on small farms?"
MakeReport = Callable[..., Report]


def test_it_has_several_sections_of_many_papers_with_distinct_titles(report_of: MakeReport) -> None:
    report = report_of()
    titles = [s.title for s in report.sections]
    assert len(set(titles)) == len(titles) > 1
    assert all(len(t.split()) > 1 for t in titles)
    assert len(report.references) >= 12


def test_what_three_papers_share_heads_a_section_of_theirs_alone(
    papers: tuple[Paper, ...], report_of: MakeReport, found: Callable[..., Findings]
) -> None:
    texts = (
        "Drip irrigation keeps soil nitrogen near the roots of crops in rotation on small farms.",
        "Vegetable growers with small farms choose crop rotation schedules for soil nitrogen "
        "where drip irrigation is cheap.",
        "Soil nitrogen was lost to rivers wherever drip irrigation was left out of crop rotation "
        "schedules.",
    )
    drip = zip(papers[9:12], texts, strict=True)
    told = tuple(
        p.model_copy(update={"passages": (p.passages[0].model_copy(update={"text": text}),)})
        for p, text in drip
    )
    section = next(
        s
        for s in report_of(findings=found((*papers[:9], *told))).sections
        if s.title == "Drip Irrigation"
    )
    assert section.tldr.startswith("3 papers (2014–2016) on drip irrigation")


def test_it_says_that_it_is_an_evidence_digest_and_what_a_model_would_add(
    report_of: MakeReport,
) -> None:
    assert report_of().notice == NOTICE


def test_every_quote_stands_word_for_word_between_quotation_marks_before_its_citation(
    report_of: MakeReport,
) -> None:
    for section in report_of().sections:
        assert all(section.text[c.start : c.end] == f"[{c.number}]" for c in section.citations)
        for quote in re.finditer("“([^”]+)” ", section.text):
            (citation,) = (c for c in section.citations if c.start == quote.end())
            assert citation.evidence[0].text == quote[1]


def test_what_several_papers_do_is_said_first_with_all_of_them_and_their_words_follow(
    report_of: MakeReport,
) -> None:
    leads = [
        line for s in report_of().sections for line in s.text.split("\n") if line.endswith(":")
    ]
    assert leads
    for lead in leads:
        section = next(s for s in report_of().sections if lead in s.text)
        items = section.text.split(lead)[1].split("\n\n")[0].strip().split("\n")
        assert set(re.findall(r"\[\d+\]", lead)) == {
            re.findall(r"\[\d+\]", item)[-1] for item in items
        }
        assert all(item.startswith("- ") for item in items)


def test_a_tldr_counts_the_papers_of_its_section_and_repeats_no_sentence(
    report_of: MakeReport,
) -> None:
    for section in report_of().sections:
        n = len({c.number for c in section.citations})
        assert str(n) in section.tldr
        assert "“" not in section.tldr


def test_a_tldr_names_what_is_proposed_where_the_authors_give_it_a_name(
    papers: tuple[Paper, ...], report_of: MakeReport, found: Callable[..., Findings]
) -> None:
    text = (
        "We propose GrowMap, a planner of crop rotation schedules for soil nitrogen on small farms."
    )
    named = papers[2].model_copy(
        update={"passages": (papers[2].passages[0].model_copy(update={"text": text}),)}
    )
    report = report_of(findings=found((*papers[:2], named, *papers[3:])))
    (section,) = (s for s in report.sections if "GrowMap" in s.text)
    assert "1 proposes something (GrowMap)" in section.tldr


def test_a_term_of_the_question_is_explained_by_a_paper_that_is_about_something_else(
    papers: tuple[Paper, ...],
) -> None:
    text = (
        "Crop rotation is the practice of growing other plants each year so that a field recovers. "
        "Village schools teach it."
    )
    far = Hit(
        paper=papers[0].model_copy(
            update={"passages": (papers[0].passages[0].model_copy(update={"text": text}),)}
        ),
        score=1,
    )
    (said,) = gather_definitions("What does crop rotation do for soil nitrogen?", [far], ())
    assert said.text == text.split(".")[0]
    assert gather_definitions("How are village gardens watered?", [far], ()) == ()


def test_who_asks_how_something_is_evaluated_finds_a_section_on_that(
    papers: tuple[Paper, ...], report_of: MakeReport, found: Callable[..., Findings]
) -> None:
    texts = (
        "Soil nitrogen on small farms is assessed by plant tissue tests in crop rotation "
        "schedules.",
        "A metric of soil nitrogen uptake compares crop rotation schedules over several seasons.",
        "Experts judge soil nitrogen by leaf color where crop rotation schedules vary.",
    )
    told = tuple(
        p.model_copy(update={"passages": (p.passages[0].model_copy(update={"text": text}),)})
        for p, text in zip(papers[13:], texts, strict=True)
    )
    question = "How is soil nitrogen evaluated in crop rotation schedules?"
    report = report_of(findings=found((*papers[:13], *told)), question=question)
    section = next(s for s in report.sections if s.title == "How It Is Evaluated")
    assert sum(text[:40] in section.text for text in texts) > 1


def test_a_lack_that_the_authors_go_on_to_mend_is_no_limit_of_theirs(
    papers: tuple[Paper, ...],
) -> None:
    text = (
        "Soil nitrogen under crop rotation remains poorly understood on small farms. We measure "
        "soil nitrogen of crop rotation in 40 plots of 9 farms."
    )
    mended = papers[0].model_copy(
        update={"passages": (papers[0].passages[0].model_copy(update={"text": text}),)}
    )
    left = papers[1].model_copy(
        update={
            "passages": (
                papers[1].passages[0].model_copy(update={"text": text.split(". ")[0] + "."}),
            )
        }
    )
    hits = [Hit(paper=p, score=1) for p in (mended, left)]
    said = gather_statements(QUESTION, hits, (), Background(n_documents=20_000, frequencies={}))
    assert [doing(s) for s in said] == [Doing.SAYS, Doing.STUDIES, Doing.LIMITS]


def test_a_verb_that_a_further_quote_lost_is_told(
    papers: tuple[Paper, ...], report_of: MakeReport, found: Callable[..., Findings]
) -> None:
    text = (
        "We propose GrowMap, a planner of crop rotation schedules for soil nitrogen on small farms."
        " We compare soil nitrogen in crop rotation schedules of 40 plots on small farms."
    )
    both = papers[2].model_copy(
        update={"passages": (papers[2].passages[0].model_copy(update={"text": text}),)}
    )
    report = report_of(findings=found((*papers[:2], both, *papers[3:])))
    assert any(
        "They also compare “soil nitrogen in crop rotation schedules of 40 plots" in s.text
        for s in report.sections
    )


def test_no_sentence_is_quoted_twice(report_of: MakeReport) -> None:
    found = [q for s in report_of().sections for q in re.findall("“[^”]+”", s.text)]
    assert len(found) == len(set(found))


def test_references_are_numbered_in_order_of_first_citation(report_of: MakeReport) -> None:
    report = report_of()
    numbers = [c.number for s in report.sections for c in s.citations]
    assert list(dict.fromkeys(numbers)) == [r.number for r in report.references]


def test_what_authors_say_of_themselves_follows_their_name(report_of: MakeReport) -> None:
    text = " ".join(s.text for s in report_of().sections)
    assert (
        "Other (2006) show that “crop rotation schedules raise soil nitrogen by 18 percent on "
        "small farms”" in text
    )


def test_it_is_the_same_each_time(report_of: MakeReport) -> None:
    assert report_of() == report_of()


def test_a_summary_is_never_put_in_quotation_marks(
    papers: tuple[Paper, ...], report_of: MakeReport, found: Callable[..., Findings]
) -> None:
    summaries = tuple(
        p.model_copy(
            update={
                "passages": tuple(
                    q.model_copy(update={"kind": PassageKind.SUMMARY}) for q in p.passages
                )
            }
        )
        for p in papers
    )
    report = report_of(findings=found(summaries))
    assert report.notice.endswith(SUMMARY_NOTICE)
    assert not any(re.search("[“”]", s.text + s.tldr) for s in report.sections)


def test_each_section_has_a_tldr_of_one_line(report_of: MakeReport) -> None:
    assert all(s.tldr.endswith(".") and "\n" not in s.tldr for s in report_of().sections)


def test_a_question_that_nothing_matches_is_an_error_that_names_the_sources(
    report_of: MakeReport,
) -> None:
    with pytest.raises(NoEvidenceFound, match="the corpus test"):
        report_of(question="Which violin varnish did Stradivari prefer?")


def test_nothing_found_is_the_same_error(
    report_of: MakeReport, found: Callable[..., Findings]
) -> None:
    with pytest.raises(NoEvidenceFound):
        report_of(findings=found(()))


def test_few_papers_make_a_short_report_that_says_so(
    papers: tuple[Paper, ...], report_of: MakeReport, found: Callable[..., Findings]
) -> None:
    report = report_of(findings=found(papers[:3]))
    assert len(report.references) <= 3
    assert any(note.startswith(f"Only {len(report.references)} papers") for note in report.notes)


TASK = "Investigate how crop rotation schedules affect soil nitrogen on small farms."


def test_what_a_task_wants_handed_over_is_said_to_be_left_and_is_not_missed(
    report_of: MakeReport,
) -> None:
    task = f"{TASK} Deliver a risk register for advisers."
    report = report_of(question=task)
    assert report.question == task
    assert any("handed over is not made here" in note for note in report.notes)
    assert not any("register" in note for note in report.notes)


def test_a_source_that_failed_is_named_in_the_notes(
    papers: tuple[Paper, ...], report_of: MakeReport, found: Callable[..., Findings]
) -> None:
    report = report_of(findings=found(papers, error="it can't be reached"))
    assert "The search in Semantic Scholar failed: it can't be reached" in report.notes


def test_a_report_survives_being_written_to_a_file_and_read_again(report_of: MakeReport) -> None:
    report = report_of()
    assert Report.model_validate_json(report.model_dump_json()) == report


def test_a_question_about_something_else_gets_no_report(report_of) -> None:
    with pytest.raises(NoEvidenceFound, match="No passage"):
        report_of(question="How do glaciers erode granite valleys?")
