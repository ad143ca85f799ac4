"""Long work with the extractive engine, begun as runs: what each leaves, and what a change of it
leaves."""

import asyncio

import pytest

from myscholar import MyScholar
from myscholar.actions.own import new_action
from myscholar.domain.engine import Engine
from myscholar.domain.evidence import ActionId, QueryKind
from myscholar.domain.orders import (
    ActionsOrder,
    FollowUpOrder,
    HeadStartOrder,
    ProfileOrder,
    ReportOrder,
    RewriteOrder,
    read_order,
)
from myscholar.domain.report import OutcomeStatus
from myscholar.domain.runs import RunId, RunKind, RunStatus
from myscholar.errors import (
    EmptyQuestion,
    EngineUnavailable,
    InputError,
    NoPapers,
    RunNotResumable,
    UnknownAction,
    UnknownName,
)
from myscholar.gateways.storage.run_queries import lock_name
from myscholar.settings import Settings
from myscholar.workflows.jobs import carry_out, made_by, open_services, start
from myscholar.workflows.profile import profiles
from myscholar.workflows.report import reports
from myscholar.workflows.report.diff import diff_of
from myscholar.workflows.report.records import ExtractiveReportRecord
from myscholar.workflows.runs.delete_runs import delete_run
from myscholar.workflows.sample import SAMPLE_QUESTION, sample_papers


@pytest.fixture(scope="module")
def services(tmp_path_factory):
    made = open_services(
        Settings(home=tmp_path_factory.mktemp("begin"), scholar_url="http://127.0.0.1:9")
    )
    yield made
    made.runner.close()
    made.store.close()


def finished(services, run_id):
    asyncio.run(services.runner.wait(run_id))
    return run_id


def own(number, text):
    return new_action(text, action_id=f"u{number}", question=SAMPLE_QUESTION)


BULLETS = own(1, "Use bullet points")
ABSTENTION = own(2, "Add a section on abstention")
BIRDS = own(3, "Also search for papers on bird song")


def begun(services, actions=(BULLETS, ABSTENTION)):
    return finished(
        services,
        start(
            services, ReportOrder(question=SAMPLE_QUESTION, actions=actions, sources=("sample",))
        ),
    )


@pytest.fixture(scope="module")
def base(services):
    """A report with two actions that both are carried out."""
    return begun(services)


@pytest.fixture(scope="module")
def inferred(services):
    return finished(
        services, start(services, ProfileOrder(papers=sample_papers().papers, name="Mira"))
    )


def test_a_profile_is_a_run_whose_result_is_kept_as_the_profile_of_that_id(
    services, inferred
) -> None:
    assert services.runs.info(inferred).kind is RunKind.PROFILE
    profile = profiles.profile_of(services, inferred)
    assert (profile.profile_id, profile.name, len(profile.papers), profile.engine) == (
        inferred,
        "Mira",
        4,
        "extractive",
    )
    renamed = profiles.rename(profile, "Mira S.")
    profiles.save_profile(services, renamed)
    assert profiles.profile_of(services, inferred).name == "Mira S."


def test_a_deleted_profile_does_not_come_back_from_its_run(services) -> None:
    run_id = finished(
        services, start(services, ProfileOrder(papers=sample_papers().papers[:1], name="One paper"))
    )
    profiles.profile_of(services, run_id)
    profiles.delete_profile(services, run_id)
    with pytest.raises(UnknownName):
        profiles.profile_of(services, run_id)


def test_a_profile_that_is_not_there_yet_says_so(services) -> None:
    services.runs.create(RunId("half"), RunKind.PROFILE, "", {}, attempt="a", at=services.now())
    with pytest.raises(InputError, match="is still being inferred"):
        profiles.profile_of(services, "half")
    with pytest.raises(UnknownName):
        profiles.profile_of(services, "nobody")


def test_actions_are_a_run_and_more_of_them_stand_behind_those_that_were_there(services) -> None:
    first = made_by(
        services,
        finished(
            services, start(services, ActionsOrder(question=SAMPLE_QUESTION, sources=("sample",)))
        ),
    )
    assert (first.engine, len(first.actions)) == ("extractive", 8)
    again = start(services, ActionsOrder(question=SAMPLE_QUESTION, sources=("sample",), more=first))
    more = made_by(services, finished(services, again))
    new = more.actions[8:]
    assert more.actions[:8] == first.actions
    assert new
    assert not any(a.enabled for a in new)
    assert (
        len({a.tldr for a in more.actions})
        == len({a.action_id for a in more.actions})
        == len(more.actions)
    )


def test_actions_like_one_are_of_its_stage_or_its_category(services) -> None:
    first = made_by(
        services,
        finished(
            services, start(services, ActionsOrder(question=SAMPLE_QUESTION, sources=("sample",)))
        ),
    )
    liked = first.actions[0]
    again = start(
        services,
        ActionsOrder(question=SAMPLE_QUESTION, sources=("sample",), more=first, like=liked),
    )
    new = made_by(services, finished(services, again)).actions[8:]
    assert new
    assert all(a.stage is liked.stage or a.category is liked.category for a in new)


async def test_a_report_begun_as_a_run_is_the_one_that_python_gets_directly(services, base) -> None:
    report = reports.get_report(services, base)
    direct = await carry_out(
        services,
        ReportOrder(question=SAMPLE_QUESTION, actions=(BULLETS, ABSTENTION), sources=("sample",)),
    )
    differ = {"report_id", "created_at", "cost", "searches"}
    assert report.model_dump(exclude=differ) == direct.model_dump(exclude=differ)
    assert report.report_id == base
    assert [r.query for r in report.searches] == [r.query for r in direct.searches]


def test_an_extractive_report_shows_its_sections_as_they_are_written(services, base) -> None:
    report = reports.get_report(services, base)
    parts = services.runs.parts(base)
    assert [p.part for p in parts] == [f"section {n}" for n in range(1, len(parts) + 1)]
    assert parts[0].text == f"## {report.sections[0].title}\n\n{report.sections[0].text}"
    assert services.runs.info(base).steps == ("Searching",)


def test_another_way_of_writing_does_not_search_again(services, base) -> None:
    changed = finished(services, start(services, RewriteOrder(base=base, actions=(ABSTENTION,))))
    assert services.runs.info(changed).steps == ()
    kept = reports.report_record(services, changed)
    assert isinstance(kept, ExtractiveReportRecord)
    assert kept.previous == base
    assert kept.report.cost.scholar_requests == 0
    assert [a.action_id for a in kept.report.actions] == ["u2"]
    diff = diff_of(services, changed)
    assert diff.previous == base
    became = {s.became for s in diff.sections}
    assert {"rewritten"} <= became <= {"expanded", "rewritten", "kept"}, (
        "bullet points became lists under what their papers share"
    )
    direct = asyncio.run(
        carry_out(
            services,
            ReportOrder(question=SAMPLE_QUESTION, actions=(ABSTENTION,), sources=("sample",)),
        )
    )
    assert direct.sections == kept.report.sections


def test_an_action_that_searches_is_searched_for(services, base) -> None:
    changed = finished(
        services, start(services, RewriteOrder(base=base, actions=(BULLETS, ABSTENTION, BIRDS)))
    )
    assert services.runs.info(changed).steps == ("Searching",)
    searched = reports.get_report(services, changed).searches
    assert any(
        r.query.kind is QueryKind.ACTION and BIRDS.action_id in r.query.action_ids for r in searched
    )


def test_the_same_actions_again_are_no_change(services, base) -> None:
    with pytest.raises(InputError, match="these very actions"):
        start(services, RewriteOrder(base=base, actions=(BULLETS, ABSTENTION)))


def test_one_section_anew_needs_a_language_model(services, base) -> None:
    with pytest.raises(InputError, match="comes out the same"):
        start(services, RewriteOrder(base=base, section=0))


def test_an_instruction_changes_only_what_it_names(services, base) -> None:
    before = reports.get_report(services, base)
    run_id = finished(
        services,
        start(services, FollowUpOrder(base=base, instruction="Shorten the second section.")),
    )
    report = reports.get_report(services, run_id)
    assert [s.title for s in report.sections] == [s.title for s in before.sections]
    assert len(report.sections[1].citations) == max(2, -(-len(before.sections[1].citations) // 2))
    diff = diff_of(services, run_id)
    assert [s.became for s in diff.sections] == [
        "kept",
        "rewritten",
        *["kept"] * (len(before.sections) - 2),
    ]
    assert report.notes[0] == "Changed as you said: “Shorten the second section.”."
    assert services.runs.info(run_id).title.startswith("Shorten the second section. (")


def test_an_added_section_leaves_the_others_and_is_titled_by_its_topic(services, base) -> None:
    before = reports.get_report(services, base)
    run_id = finished(
        services,
        start(
            services,
            FollowUpOrder(base=base, instruction="Add a short section on human evaluation."),
        ),
    )
    report = reports.get_report(services, run_id)
    assert [s.title for s in report.sections] == [
        *(s.title for s in before.sections),
        "Human Evaluation",
    ]
    assert [s.became for s in diff_of(services, run_id).sections] == [
        *["kept"] * len(before.sections),
        "added",
    ]
    assert report.outcomes[-1].status is OutcomeStatus.DONE
    assert len(reports.actions_of_report(services, run_id).actions) == 3


def test_a_filter_takes_out_what_it_refuses_and_nothing_else(services, base) -> None:
    run_id = finished(
        services, start(services, FollowUpOrder(base=base, instruction="Only papers after 2022"))
    )
    report = reports.get_report(services, run_id)
    assert report.references
    assert all(r.paper.year > 2022 for r in report.references)
    assert report.outcomes[-1].reason == "Every cited paper keeps to it: from 2023."


def test_a_longer_section_keeps_what_it_said(services, base) -> None:
    before = reports.get_report(services, base).sections
    run_id = finished(
        services,
        start(services, FollowUpOrder(base=base, instruction="Lengthen the first section")),
    )
    diff = diff_of(services, run_id)
    assert [s.became for s in diff.sections] == ["expanded", *["kept"] * (len(before) - 1)]


def test_an_instruction_that_rules_can_not_read_says_what_they_can(services, base) -> None:
    with pytest.raises(
        InputError, match="Without a language model I understand: “shorten section 2”"
    ):
        start(services, FollowUpOrder(base=base, instruction="Tell it like a story"))
    with pytest.raises(InputError, match=r"No section is called so\. The sections are: 1 “"):
        start(services, FollowUpOrder(base=base, instruction="Put papers with numbers first"))


def test_an_action_that_was_not_done_is_tried_again_with_emphasis(services) -> None:
    undone = begun(services, (BULLETS, BIRDS))
    outcomes = {o.action_id: o.status for o in reports.get_report(services, undone).outcomes}
    assert outcomes[BIRDS.action_id] is not OutcomeStatus.DONE
    again = finished(services, start(services, RewriteOrder(base=undone, retry=BIRDS.action_id)))
    assert [a.emphasis for a in reports.get_report(services, again).actions] == [False, True]
    assert services.runs.info(again).title.startswith(
        "Once more: Also search for papers on bird song ("
    )
    with pytest.raises(InputError, match="emphasized already"):
        start(services, RewriteOrder(base=again, retry=BIRDS.action_id))
    with pytest.raises(InputError, match="carried out in full"):
        start(services, RewriteOrder(base=undone, retry=BULLETS.action_id))
    with pytest.raises(UnknownAction):
        start(services, RewriteOrder(base=undone, retry=ActionId("nobody")))


def test_reports_are_listed_with_their_titles_and_what_they_change(services) -> None:
    first = begun(services)
    second = finished(services, start(services, RewriteOrder(base=first, actions=(BULLETS,))))
    listed = {r.report_id: r for r in reports.list_reports(services)}
    assert listed[second].base == first
    assert listed[first].base is None
    assert listed[second].title == reports.get_report(services, second).title
    assert listed[second].question == SAMPLE_QUESTION
    assert listed[second].kind is RunKind.REWRITE
    assert [r.report_id for r in reports.list_reports(services, 2)] == [second, first]


def test_a_list_of_reports_reads_no_whole_report_twice(services, base, monkeypatch) -> None:
    listed = reports.list_reports(services)
    monkeypatch.setattr(
        type(services.runs), "result", lambda *_: pytest.fail("a whole result was read")
    )
    assert reports.list_reports(services) == listed


def test_a_deleted_report_is_gone_and_the_one_made_from_it_still_tells_what_changed(
    services,
) -> None:
    first = begun(services)
    second = finished(services, start(services, RewriteOrder(base=first, actions=(BULLETS,))))
    reports.get_report(services, first)
    delete_run(services, first)
    with pytest.raises(UnknownName):
        reports.get_report(services, first)
    diff = diff_of(services, second)
    assert (diff.previous_title, diff.n_changed) == (
        "",
        len([s for s in diff.sections if s.became != "kept"]),
    )
    delete_run(services, second)
    assert not {first, second} & {r.report_id for r in reports.list_reports(services)}


def test_a_report_stays_while_a_change_of_it_is_being_written(services) -> None:
    first, change = begun(services), RunId("change")
    order = RewriteOrder(base=first, actions=(BULLETS,)).model_dump(mode="json")
    release = services.runs.locks.hold(lock_name(change))
    services.runs.create(
        change, RunKind.REWRITE, "Other actions", order, attempt="a", at=services.now()
    )
    with pytest.raises(InputError, match="Another run that builds on this one goes on"):
        delete_run(services, first)
    release()
    delete_run(services, first)
    services.runner.resume(change)
    with pytest.raises(RunNotResumable, match="the report that it changes was deleted"):
        finished(services, change)
    delete_run(services, change)


def test_a_change_that_changes_nothing_is_refused_before_it_costs_anything(services, base) -> None:
    with pytest.raises(InputError, match="written with these very actions"):
        start(services, RewriteOrder(base=base))


def test_a_report_from_a_file_is_kept_as_a_finished_run_and_can_be_changed(
    services, base, tmp_path
) -> None:
    report = reports.get_report(services, base)
    path = tmp_path / "report.json"
    path.write_text(report.model_dump_json(), encoding="utf-8")
    run_id = reports.import_report(services, path)
    assert services.runs.info(run_id).status is RunStatus.FINISHED
    assert reports.get_report(services, run_id) == report.model_copy(update={"report_id": run_id})
    assert reports.actions_of_report(services, run_id).actions == report.actions
    assert diff_of(services, run_id) is None
    changed = finished(services, start(services, RewriteOrder(base=run_id, actions=(ABSTENTION,))))
    direct = reports.get_report(
        services,
        finished(services, start(services, RewriteOrder(base=base, actions=(ABSTENTION,)))),
    )
    assert reports.get_report(services, changed).sections == direct.sections


def test_a_models_report_from_a_file_says_that_it_cannot_be_changed(
    services, base, tmp_path
) -> None:
    path = tmp_path / "report.json"
    path.write_text(
        reports.get_report(services, base).model_copy(update={"engine": "llm"}).model_dump_json(),
        encoding="utf-8",
    )
    with pytest.raises(InputError, match="was read from a file"):
        start(
            services,
            FollowUpOrder(
                base=reports.import_report(services, path), instruction="Add a section on birds."
            ),
        )


def test_what_cannot_be_begun_is_said_at_once_and_leaves_no_run(services) -> None:
    n_runs = len(services.runs.recent(500))
    with pytest.raises(EmptyQuestion):
        start(services, ReportOrder(question=" ?"))
    with pytest.raises(EmptyQuestion):
        start(services, ActionsOrder(question=""))
    with pytest.raises(NoPapers):
        start(services, ProfileOrder(papers=(), name="Nobody"))
    with pytest.raises(EngineUnavailable, match="no language model is set"):
        start(services, ReportOrder(question=SAMPLE_QUESTION, engine=Engine.LLM))
    with pytest.raises(UnknownName):
        start(services, RewriteOrder(base=RunId("nothing"), section=0))
    assert len(services.runs.recent(500)) == n_runs


def test_a_report_on_a_source_that_is_not_there_fails_with_its_reason(services) -> None:
    run_id = start(services, ReportOrder(question=SAMPLE_QUESTION, sources=("corpus:nowhere",)))
    with pytest.raises(UnknownName):
        finished(services, run_id)
    assert services.runs.info(run_id).error.startswith("UnknownName: No corpus is called 'nowhere'")


def test_without_a_language_model_nothing_is_begun_ahead(services) -> None:
    with pytest.raises(EngineUnavailable):
        start(services, HeadStartOrder(question=SAMPLE_QUESTION))
    assert MyScholar(services).begin_head_start(SAMPLE_QUESTION) is None


def test_an_order_from_before_there_was_a_choice_is_a_language_models() -> None:
    order = {"question": SAMPLE_QUESTION, "sources": ["sample"]}
    assert read_order(ReportOrder, order).engine is Engine.LLM
