"""Each action is carried out and accounted for, or the report says why not."""

from collections.abc import Callable

import pytest

from myscholar.domain.actions import Action, Verb
from myscholar.domain.evidence import SearchFilters
from myscholar.domain.papers import Paper
from myscholar.domain.profile import Profile
from myscholar.domain.report import ActionOutcome, Findings, OutcomeStatus, Report, SectionFormat
from myscholar.errors import NoEvidenceFound

MakeReport = Callable[..., Report]
MakeAction = Callable[..., Action]


def outcome(report: Report) -> ActionOutcome:
    return report.outcomes[0]


def shown(report: Report) -> list[str]:
    return [report.sections[s.section].text[s.start : s.end] for s in outcome(report).spans]


@pytest.mark.parametrize("verb", list(Verb))
def test_no_action_counts_as_done_without_spans_or_a_trace(
    verb: Verb, report_of: MakeReport, action: MakeAction
) -> None:
    report = report_of(action(verb, "irrigation water"))
    assert [o.action_id for o in report.outcomes] == [verb.value]
    assert outcome(report).reason
    assert (
        outcome(report).status is OutcomeStatus.NOT_DONE
        or outcome(report).spans
        or outcome(report).trace
    )


def test_an_added_section_stands_under_its_terms_and_its_sentences_are_highlighted(
    report_of: MakeReport, action: MakeAction
) -> None:
    report = report_of(action(Verb.ADD_SECTION, "irrigation water"))
    section = next(s for s in report.sections if s.action_ids)
    assert section.title == "Irrigation Water"
    assert all("irrigation water" in text.lower() for text in shown(report))


def test_an_emphasized_section_comes_first(report_of: MakeReport, action: MakeAction) -> None:
    assert (
        report_of(action(Verb.ADD_SECTION, "irrigation water", emphasis=True)).sections[0].title
        == "Irrigation Water"
    )


def test_a_term_that_no_source_mentions_is_not_done_and_says_so(
    report_of: MakeReport, action: MakeAction
) -> None:
    found = outcome(report_of(action(Verb.ADD_SECTION, "zebrafish larvae")))
    assert found.status is OutcomeStatus.NOT_DONE
    assert found.spans == ()
    assert "“zebrafish larvae”" in found.reason


def test_a_single_sentence_counts_as_partly(report_of: MakeReport, action: MakeAction) -> None:
    assert (
        outcome(report_of(action(Verb.FOCUS, "gas chambers", "nitrous oxide"))).status
        is OutcomeStatus.PARTLY
    )


def test_a_limit_leaves_only_papers_that_satisfy_it_and_counts_the_others(
    report_of: MakeReport, action: MakeAction
) -> None:
    report = report_of(action(Verb.LIMIT, filters=SearchFilters(year_min=2010)))
    assert all((r.paper.year or 0) >= 2010 for r in report.references)
    assert "5 further papers removed" in outcome(report).trace[0]  # the papers of 2005 to 2009


def test_an_exclusion_counts_the_papers_that_it_left_out(
    report_of: MakeReport, action: MakeAction
) -> None:
    report = report_of(action(Verb.EXCLUDE, "satellite images"))
    assert outcome(report).trace == ("2 papers about “satellite images” left out of 16 found.",)
    assert not any("satellite" in s.text.lower() for s in report.sections)


def test_a_skipped_section_counts_the_sentences_that_were_not_considered(
    report_of: MakeReport, action: MakeAction
) -> None:
    report = report_of(action(Verb.SKIP_SECTION, "background"))
    assert not any(s.title.startswith("Background") for s in report.sections)
    assert "not considered" in outcome(report).trace[0]


def test_numbers_highlights_sentences_with_figures(
    report_of: MakeReport, action: MakeAction
) -> None:
    texts = shown(report_of(action(Verb.NUMBERS)))
    assert len(texts) >= 3
    assert all(any(c.isdigit() for c in text.split("“")[-1]) or "half" in text for text in texts)


def test_next_steps_collects_open_questions(report_of: MakeReport, action: MakeAction) -> None:
    texts = shown(report_of(action(Verb.NEXT_STEPS)))
    assert any("further research is needed" in text for text in texts)


PAIRS = (
    "We propose a rotation planner that places legume cover crops on small farms. Soil nitrogen "
    "under crop rotation schedules was raised by 12 percent on small farms.",
    "We introduce soil nitrogen sensors for crop rotation schedules on small farms. Against "
    "laboratory tests of soil nitrogen an accuracy of 91 percent was achieved.",
    "We present a market model of crop rotation schedules for small farms. Tests on small farms "
    "show that it predicts soil nitrogen under crop rotation schedules better than older "
    "forecasts.",
)


@pytest.fixture
def comparable(papers: tuple[Paper, ...], found: Callable[..., Findings]) -> Findings:
    more = tuple(
        paper.model_copy(
            update={"passages": (paper.passages[0].model_copy(update={"text": text}),)}
        )
        for paper, text in zip(papers, PAIRS, strict=False)
    )
    return found((*more, *papers[3:]))


def test_a_task_gets_a_table_where_it_wants_one(
    report_of: MakeReport, comparable: Findings
) -> None:
    task = "Investigate how crop rotation schedules affect soil nitrogen on small farms. Deliver a "

    def has_table(form: str) -> bool:
        report = report_of(question=f"{task}{form}.", findings=comparable)
        return any(section.table for section in report.sections)

    assert (has_table("decision matrix"), has_table("checklist")) == (True, False)


def test_a_comparison_is_a_table_of_descriptions_and_measured_results(
    report_of: MakeReport, action: MakeAction, comparable: Findings
) -> None:
    report = report_of(action(Verb.COMPARE), findings=comparable)
    section = next(s for s in report.sections if s.table)
    assert section.table is not None
    assert section.table.columns == ("Paper", "Year", "What it does", "On what", "What it reports")
    cells = [c for row in section.table.rows for c in row if c.evidence]
    assert all(c.text.endswith(f"“{c.evidence[0].text}”") for c in cells)
    does, results = ([row[i].text for row in section.table.rows] for i in (2, 4))
    assert any("a rotation planner" in text for text in does)
    assert any("12 percent" in text for text in results)
    assert not any("percent" in text or "better than" in text for text in does)
    assert "—" not in "".join((*does, *results))
    assert shown(report)[0].endswith(
        "papers side by side; a cell is empty where the text at hand does not say it."
    )


def test_a_row_fills_two_cells_at_least_and_an_empty_one_stays_empty(
    report_of: MakeReport, action: MakeAction
) -> None:
    report = report_of(action(Verb.COMPARE))
    rows = [row for s in report.sections if s.table for row in s.table.rows]
    assert all(sum(bool(cell.evidence) for cell in row) >= 2 for row in rows)
    assert all(cell.evidence or not cell.text for row in rows for cell in row[2:])


def test_a_list_has_bullet_points(report_of: MakeReport, action: MakeAction) -> None:
    report = report_of(action(Verb.LIST))
    assert all(
        s.format is SectionFormat.LIST and line.startswith("- ")
        for s in report.sections
        for line in s.text.splitlines()
    )


def test_by_year_goes_from_old_to_new_within_sections(
    report_of: MakeReport, action: MakeAction
) -> None:
    report = report_of(action(Verb.ORDER_BY_YEAR))
    for section in report.sections:
        years = [report.reference(c.number).paper.year or 0 for c in section.citations]
        assert years == sorted(years)


def test_brief_cites_fewer_sentences(report_of: MakeReport, action: MakeAction) -> None:
    def n(report: Report) -> int:
        return sum(len(s.citations) for s in report.sections)

    assert n(report_of(action(Verb.BRIEF))) <= n(report_of())


def test_a_search_says_how_many_papers_only_it_brought_in(
    papers: tuple[Paper, ...],
    report_of: MakeReport,
    action: MakeAction,
    found: Callable[..., Findings],
) -> None:
    # five papers, one of them known already
    findings = found(papers[:12], by_action=papers[11:], action_id="search")
    report = report_of(action(Verb.SEARCH, "advisory services"), findings=findings)
    assert outcome(report).trace[0] == (
        "Searched for “extra”: 5 papers, 5 cited; 4 that the question's own searches had not "
        "found, 4 of these cited."
    )
    assert outcome(report).status is OutcomeStatus.DONE
    said = "Its search added 1 paper that is cited for it: [3]; 3 more are cited elsewhere."
    assert said in outcome(report).reason
    known = found(papers, by_action=papers[11:], action_id="search")
    again = outcome(report_of(action(Verb.SEARCH, "advisory services"), findings=known))
    assert "only papers that the question's own searches had found too" in again.reason


def test_connect_sets_findings_beside_the_readers_own_sentence(
    report_of: MakeReport, action: MakeAction, profile: Profile
) -> None:
    report = report_of(action(Verb.CONNECT), profile=profile)
    section = next(s for s in report.sections if s.title == "Connections to Your Own Papers")
    assert "Your paper “Cover Crops on Eleven Farms” says: “" in section.text
    assert "Beside it, on " in section.text
    assert any(r.paper.paper_id == "mine" for r in report.references)


def test_connect_without_a_profile_is_not_done(report_of: MakeReport, action: MakeAction) -> None:
    assert outcome(report_of(action(Verb.CONNECT))).reason.startswith("There is no profile")


def test_a_limit_holds_for_the_readers_own_papers_too(
    report_of: MakeReport, action: MakeAction, profile: Profile
) -> None:
    undated = profile.model_copy(
        update={"papers": (profile.papers[0].model_copy(update={"year": None}),)}
    )
    limit, connect = action(Verb.LIMIT, filters=SearchFilters(year_min=2010)), action(Verb.CONNECT)
    report = report_of(limit, connect, profile=undated)
    assert all(r.paper.year and r.paper.year >= 2010 for r in report.references)
    assert outcome(report).reason == "Every cited paper keeps to it: from 2010."


def test_an_exclusion_that_leaves_nothing_is_named(
    report_of: MakeReport, action: MakeAction
) -> None:
    with pytest.raises(
        NoEvidenceFound, match=r"Your action “exclude” takes out 16 of 16 papers found"
    ):
        report_of(action(Verb.EXCLUDE, "study of fields"))


def test_an_action_that_denies_something_is_served_by_what_denies_it_too(
    report_of: MakeReport,
    action: MakeAction,
    papers: tuple[Paper, ...],
    found: Callable[..., Findings],
) -> None:
    texts = (
        "Crop rotation schedules raise soil nitrogen on small farms without mineral fertilizer in "
        "most regions.",
        "Soil nitrogen of small farms is raised by mineral fertilizer more than by crop rotation "
        "schedules.",
    )
    told = tuple(
        p.model_copy(update={"passages": (p.passages[0].model_copy(update={"text": text}),)})
        for p, text in zip(papers, texts, strict=False)
    )
    focus = action(Verb.FOCUS)
    focus = focus.model_copy(
        update={
            "directive": focus.directive.model_copy(update={"without": ("mineral fertilizer",)})
        }
    )
    texts_shown = shown(report_of(focus, findings=found((*told, *papers[2:]))))
    assert len(texts_shown) == 1
    assert "without mineral fertilizer" in texts_shown[0]


def test_a_sentence_that_defines_another_term_does_not_define_this_one(
    report_of: MakeReport,
    action: MakeAction,
    papers: tuple[Paper, ...],
    found: Callable[..., Findings],
) -> None:
    text = (
        "Soil nitrogen on small farms under crop rotation schedules was followed for eleven years "
        "of trials, where the yield gap is defined as the loss of grain."
    )
    told = papers[0].model_copy(
        update={"passages": (papers[0].passages[0].model_copy(update={"text": text}),)}
    )
    define = action(Verb.DEFINE, "crop rotation")
    made = outcome(report_of(define, findings=found((told, *papers[1:3]))))
    assert made.status is OutcomeStatus.NOT_DONE
    assert made.reason.endswith("defines “crop rotation”.")


def test_a_sentence_with_a_part_of_a_term_does_not_mention_it(
    report_of: MakeReport, action: MakeAction
) -> None:
    # the question is about rotation, so a sentence on a benchmark alone serves the action
    made = outcome(report_of(action(Verb.FOCUS, "rotation benchmark", "rotation accuracy")))
    assert made.status is OutcomeStatus.PARTLY
    assert made.reason.startswith(
        "No sentence mentions “rotation benchmark” or “rotation accuracy”"
    )
