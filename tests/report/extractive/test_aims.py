"""What counts as serving an action: its own words, not those of the question."""

from collections.abc import Callable

from myscholar.domain.actions import Action, Verb
from myscholar.domain.papers import Paper
from myscholar.domain.report import Findings, Report
from myscholar.report.cues import SentenceRole
from myscholar.report.extractive.aims import aims_of
from myscholar.text.terms import content_stems

ABOUT = frozenset(content_stems("crop rotation soil nitrogen"))


def stems(text: str) -> frozenset[str]:
    return frozenset(content_stems(text))


def test_the_questions_own_topic_serves_no_search(action: Callable[..., Action]) -> None:
    (aim,) = aims_of([action(Verb.SEARCH, "crop rotation", "cover crops")], ABOUT)
    assert aim.wanted == ("cover crops",)
    assert not aim.names(stems("Crop rotation raises soil nitrogen."))
    assert aim.names(stems("Legume cover crops fix nitrogen."))


def test_terms_that_only_repeat_the_topic_must_stand_together(
    action: Callable[..., Action],
) -> None:
    (aim,) = aims_of([action(Verb.FOCUS, "crop rotation", "soil nitrogen")], ABOUT)
    assert not aim.names(stems("Crop rotation pays."))
    assert aim.names(stems("Crop rotation raises soil nitrogen."))
    assert aim.names(stems("Crop rotation pays."), around=stems("We measure soil nitrogen."))
    assert not aim.names(stems("It pays."), around=stems("Crop rotation and soil nitrogen."))


def test_a_section_of_its_own_is_highlighted_there_and_nowhere_else(
    report_of: Callable[..., Report], action: Callable[..., Action]
) -> None:
    report = report_of(action(Verb.ADD_SECTION, "irrigation water"))
    own = [i for i, section in enumerate(report.sections) if section.action_ids]
    assert own
    assert {i for i, section in enumerate(report.sections) if section.highlights} == set(own)


def test_a_definition_of_either_term_counts(action: Callable[..., Action]) -> None:
    (aim,) = aims_of([action(Verb.DEFINE, "crop rotation", "soil nitrogen")], ABOUT)
    assert aim.serves(
        stems("Crop rotation is a method of growing crops in turn."),
        frozenset({SentenceRole.DEFINITION}),
    )
    assert not aim.serves(stems("Crop rotation pays."), frozenset())


def test_a_background_section_is_of_surveys_definitions_and_history_on_its_topic(
    action: Callable[..., Action],
) -> None:
    (aim,) = aims_of(
        [
            action(
                Verb.ADD_SECTION,
                "background",
                "survey",
                "definition",
                "history",
                "irrigation water",
            )
        ],
        ABOUT,
    )
    surveyed = stems("Irrigation water has become scarce in recent years.")
    assert aim.serves(surveyed, frozenset({SentenceRole.BACKGROUND}))
    assert not aim.serves(surveyed, frozenset({SentenceRole.NUMBERS}))
    assert not aim.serves(
        stems("Tractors have become heavy in recent years."), frozenset({SentenceRole.BACKGROUND})
    )


def test_a_background_section_is_titled_by_its_topic(
    report_of: Callable[..., Report],
    action: Callable[..., Action],
    papers: tuple[Paper, ...],
    found: Callable[..., Findings],
) -> None:
    history = (
        "Crop rotation has become rare on farms that buy mineral fertilizer, while soil nitrogen "
        "fell year after year."
    )
    told = papers[1].model_copy(
        update={"passages": (papers[1].passages[0].model_copy(update={"text": history}),)}
    )
    findings = found((papers[0], told, *papers[2:]))
    titles = [
        s.title
        for s in report_of(
            action(Verb.ADD_SECTION, "background", "crop rotation"), findings=findings
        ).sections
    ]
    assert "Background: Crop Rotation" in titles
