"""The report as it is handed to the browser."""

from dataclasses import replace

import pytest
from pydantic import TypeAdapter, ValidationError

from eval.bench.real_size import real_size_report
from myscholar.domain.feedback import Subject
from myscholar.domain.flags import ErrorType
from myscholar.domain.papers import PassageKind
from myscholar.domain.report import Report
from myscholar.domain.runs import RunId, RunKind, RunStatus
from myscholar.surfaces.web.components.part import Mail
from myscholar.surfaces.web.components.report import report_view as component
from myscholar.views.live_view import live_view
from myscholar.views.report_view import SectionView, report_view
from myscholar.views.run_watch import Watched, WatchedPart, WatchedStep
from myscholar.views.section_text import PieceView


def pieces(section: SectionView) -> list[PieceView]:
    return [
        p
        for part in section.parts
        for block in part.blocks
        for stretch in block.stretches
        for p in stretch.pieces
    ]


def test_the_view_loses_no_word_of_the_report(report: Report) -> None:
    for section, view in zip(report.sections, report_view(report).sections, strict=True):
        shown = "".join(p.text for p in pieces(view))
        assert "".join(shown.split()) == "".join(
            line.removeprefix("- ") for line in section.text.split("\n")
        ).replace(" ", "")
        assert all(section.text[p.start : p.end] == p.text for p in pieces(view))


def test_each_highlight_begins_once_however_many_pieces_it_has(report: Report) -> None:
    labels = {a.action_id: f"A{i}" for i, a in enumerate(report.actions, start=1)}
    expected = sorted(
        {
            (n, labels[h.action_id], h.start)
            for n, s in enumerate(report.sections)
            for h in s.highlights
        }
    )
    begun = [
        (n, label)
        for n, section in enumerate(report_view(report).sections)
        for part in section.parts
        for block in part.blocks
        for stretch in block.stretches
        for label in stretch.begins
    ]
    assert sorted(begun) == [(n, label) for n, label, _ in expected]


def test_every_citation_carries_its_quote_in_context(report: Report) -> None:
    view = report_view(report)
    citations = [p.citation for section in view.sections for p in pieces(section) if p.citation]
    assert citations
    for quote in (view.quotes[n] for c in citations for n in c.quotes):
        around = quote.before.removeprefix("… ") + quote.text + quote.after.removesuffix(" …")
        (found, *_) = [p for p in report.passages if around in p.text]
        assert bool(quote.label) is (found.kind is PassageKind.SUMMARY)


def test_a_report_of_real_size_is_what_it_claims_to_be() -> None:
    report = real_size_report()
    assert (len(report.sections), len(report.actions)) == (6, 8)
    assert sum(len(s.citations) for s in report.sections) == 90
    assert sum(len(s.highlights) for s in report.sections) == 60
    assert 2700 <= sum(len(s.text.split()) for s in report.sections) <= 3000
    assert report_view(real_size_report()) is report_view(report), "made once for a report"


def test_an_action_without_words_of_its_own_says_where_it_shows() -> None:
    shown = {a.label: (a.status, a.shows, a.where) for a in report_view(real_size_report()).actions}
    assert shown["A2"] == ("done", "", "")
    assert shown["A4"][:2] == ("done", "throughout")
    assert "no single words to light up" in shown["A4"][2]
    assert shown["A7"] == (
        "not_done",
        "",
        "No words are lit up for it: it was not carried out, for the reason above.",
    )


def test_searches_tell_what_was_asked_found_and_what_failed() -> None:
    searches = report_view(real_size_report()).searches
    assert [(s.n_hits, s.filters, s.actions) for s in searches[:2]] == [
        (0, "", ("A1",)),
        (20, "from 2015", ("A2",)),
    ]
    assert searches[3].error == "It did not answer in time."
    assert report_view(real_size_report()).cost.startswith(
        "Written in 2 min 51 s of work · 52 calls of language models, 71,552 tokens, $0.37"
    )


def test_only_what_concerns_the_report_is_heard(monkeypatch: pytest.MonkeyPatch) -> None:
    view = report_view(real_size_report())
    judge = {"liked": True, "errors": ()}
    messages = [
        component.JudgeReport(subject=Subject.SECTION, item="5", **judge),
        component.JudgeReport(subject=Subject.SPAN, item="0:3:9", **judge),
        component.JudgeReport(subject=Subject.EXECUTION, item="a8", **judge),
        component.TryAgain(action_id="a1"),
        component.Anew(section=0),
    ]
    forged = [
        component.JudgeReport(subject=Subject.SECTION, item="6", **judge),
        component.JudgeReport(subject=Subject.SPAN, item="0:9:3", **judge),
        component.JudgeReport(subject=Subject.SPAN, item="0:x:9", **judge),
        component.JudgeReport(subject=Subject.INFERENCE, item="1", **judge),
        component.JudgeReport(subject=Subject.SECTION, item="²", **judge),
        component.JudgeReport(
            subject=Subject.SECTION, item="0", liked=False, errors=(ErrorType.STYLE,)
        ),
        component.TryAgain(action_id="zz"),
        component.Anew(section=6),
    ]
    mail = Mail((*messages, *forged), lambda: None)
    monkeypatch.setattr(component.PART, "show", lambda *_, **__: mail)
    assert component.show(view, feedback={}).messages == tuple(messages)
    assert component.show(view, feedback={}, read_only=True).messages == ()


@pytest.mark.parametrize("fields", [{"errors": ["x"]}, {"comment": "x" * 5000}, {"liked": "maybe"}])
def test_a_judgement_made_by_hand_is_refused(fields: dict[str, object]) -> None:
    plain = {
        "kind": "judge",
        "subject": "report",
        "item": "0",
        "liked": False,
        "errors": [],
        "comment": "",
    }
    with pytest.raises(ValidationError):
        TypeAdapter(component.Message).validate_python(plain | fields)


WATCHED = Watched(
    run_id=RunId("r"),
    kind=RunKind.REPORT,
    title="Why?",
    status=RunStatus.RUNNING,
    seconds=3.0,
    estimate_s=None,
    n_calls=2,
    dollars=0.0,
    steps=(WatchedStep("Writing", "", 1, 3, "running", 2.0),),
    error=None,
    can_cancel=True,
    can_resume=False,
    base=None,
    parts=(
        WatchedPart("section 1", "Let $x$ be.\n\n- one\n- two"),
        WatchedPart("section 2", "It is $a + "),
        WatchedPart("section 3", ""),
    ),
    titles=("Scores", "", "Judges"),
)


def test_sections_show_as_they_are_written_without_halves_of_formulas() -> None:
    live = live_view(WATCHED)
    assert [s.title for s in live.sections] == ["Scores", "Section 2"]
    first, second = live.sections
    assert [part.kind for part in first.parts] == ["paragraph", "item"]
    assert first.parts[0].blocks[0].stretches[0].pieces[1].formula
    assert [p.text for p in second.parts[0].blocks[0].stretches[0].pieces] == ["It is "]
    assert (live.news, live.is_over) == ("1 of 3 sections are written.", False)
    assert live_view(replace(WATCHED, status=RunStatus.FINISHED)).is_over


def test_a_section_is_offered_anew_only_where_it_could_come_out_otherwise(report: Report) -> None:
    assert not report_view(report).has_versions
    assert report_view(real_size_report()).has_versions
