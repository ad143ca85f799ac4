"""The question comes first: what only shares an action's words is not quoted, and an outcome claims
no place that it has not."""

from collections.abc import Callable

from myscholar.domain.actions import Action, Verb
from myscholar.domain.papers import Paper
from myscholar.domain.report import Findings, OutcomeStatus, Report, SectionFormat
from myscholar.report.extractive.aims import aims_of

MakeReport = Callable[..., Report]
MakeAction = Callable[..., Action]
TRACTORS = (
    "Tractor engines of type {} lose power when their air filters are clogged with dust from "
    "gravel roads in summer."
)


MEASURED = (
    "We propose a rotation planner that places legume cover crops on small farms. Soil nitrogen "
    "under crop rotation schedules was raised by 12 percent on small farms.",
    "We introduce soil nitrogen sensors for crop rotation schedules on small farms. Against "
    "laboratory tests of soil nitrogen an accuracy of 91 percent was achieved.",
    "We present a market model of crop rotation schedules for small farms. Tests on small farms "
    "show that it predicts soil nitrogen under crop rotation schedules better than older "
    "forecasts.",
    "How long vineyards on small farms keep soil nitrogen under crop rotation schedules remains "
    "unclear.",
)


def measured(papers: tuple[Paper, ...]) -> tuple[Paper, ...]:
    """Papers of which three say what they do and what came out, and one states an open question."""
    told = dict(zip((0, 1, 2, 12), MEASURED, strict=True))
    return tuple(
        paper.model_copy(
            update={"passages": (paper.passages[0].model_copy(update={"text": told[i]}),)}
        )
        if i in told
        else paper
        for i, paper in enumerate(papers)
    )


def test_papers_that_only_share_an_actions_words_are_not_quoted(
    report_of: MakeReport,
    action: MakeAction,
    papers: tuple[Paper, ...],
    found: Callable[..., Findings],
) -> None:
    def tractor(i: int, paper: Paper) -> Paper:
        passage = paper.passages[0].model_copy(
            update={"text": TRACTORS.format(i), "paper_id": f"t{i}", "passage_id": f"t{i}:1"}
        )
        return paper.model_copy(
            update={"paper_id": f"t{i}", "title": f"Tractors {i}", "passages": (passage,)}
        )

    others = tuple(tractor(i, paper) for i, paper in enumerate(papers[:6]))
    report = report_of(
        action(Verb.FOCUS, "tractor engines", emphasis=True), findings=found((*papers, *others))
    )
    assert not any("Tractor" in section.text for section in report.sections)


def test_what_is_asked_for_first_is_done_only_where_the_first_section_is_it(
    report_of: MakeReport, action: MakeAction
) -> None:
    tldr = "Put papers on legume cover crops or satellite images first"
    focus = action(Verb.FOCUS, "legume cover crops", "satellite images", tldr=tldr)
    asked = action(Verb.ADD_SECTION, "irrigation water", emphasis=True)
    report = report_of(asked, focus)
    outcome = report.outcomes[1]
    assert outcome.status is OutcomeStatus.PARTLY
    assert f"begins with another section, “{report.sections[0].title}”" in outcome.reason


def test_first_mention_asks_for_no_place(action: MakeAction) -> None:
    define = action(Verb.DEFINE, "soil", tldr="Define soil on first mention")
    end = action(Verb.NEXT_STEPS, tldr="End with open questions")
    first, last = aims_of((define, end))
    assert not first.comes_first
    assert last.comes_last
    assert not last.comes_first


def test_what_a_report_is_to_end_with_stands_behind_its_table(
    report_of: MakeReport,
    action: MakeAction,
    papers: tuple[Paper, ...],
    found: Callable[..., Findings],
) -> None:
    end = action(Verb.NEXT_STEPS, tldr="End with open questions")
    report = report_of(action(Verb.COMPARE), end, findings=found(measured(papers)))
    assert SectionFormat.TABLE in [section.format for section in report.sections[:-1]]
    assert report.sections[-1].action_ids == (end.action_id,)
    assert report.outcomes[1].status is OutcomeStatus.DONE
    cited = [citation.number for section in report.sections for citation in section.citations]
    assert list(dict.fromkeys(cited)) == sorted(set(cited))


def test_a_table_without_the_columns_asked_for_is_partly_done(
    report_of: MakeReport,
    action: MakeAction,
    papers: tuple[Paper, ...],
    found: Callable[..., Findings],
) -> None:
    report = report_of(
        action(Verb.COMPARE, "challenges", "solutions"), findings=found(measured(papers))
    )
    (outcome,) = report.outcomes
    assert outcome.status is OutcomeStatus.PARTLY
    assert "none of its columns is on “challenges” or “solutions”" in outcome.reason


def test_one_sentence_makes_no_section_of_its_own(
    report_of: MakeReport, action: MakeAction
) -> None:
    report = report_of(action(Verb.ADD_SECTION, "gas chambers"))
    assert not any(section.action_ids for section in report.sections)
    assert report.outcomes[0].status is OutcomeStatus.PARTLY
