import asyncio
from pathlib import Path

import pytest

from eval.systems.names import LLM, Place, Variant, open_ours
from eval.systems.ours import MyScholarSystem, in_turn, product_paper
from eval.systems.sources import corpus_source
from eval.systems.steps import Tally
from myscholar.domain.actions import Action, Category, Directive, Stage, Verb
from myscholar.domain.orders import Visibility
from myscholar.errors import (
    BadSettings,
    CorpusCorrupt,
    EngineUnavailable,
    InputError,
    NoEvidenceFound,
    UnknownName,
)


def test_an_output_has_profile_actions_a_report_with_them_and_one_without(answered, instance):
    assert answered.error == ""
    assert answered.instance_id == instance.instance_id
    assert {c for i in answered.inferences for c in i.cited} <= {
        p.paper_id for p in instance.papers
    }
    assert answered.report.query_id == answered.plain_report.query_id == "q1"
    assert answered.report.text != answered.plain_report.text
    assert (answered.dollars, answered.model_calls) == (0.0, 0)


def test_half_of_the_chosen_actions_are_personalized(answered):
    assert [a.personalized for a in answered.chosen] == [False] * 4 + [True] * 4
    assert len(answered.actions) == 16


def test_what_a_report_cites_is_shown_word_for_word(answered):
    citations = [c for s in answered.report.sections for c in s.citations]
    assert citations
    assert all(c.snippets for c in citations)


def action(name: str, stage: Stage) -> Action:
    return Action(
        action_id=name,
        tldr=name,
        text=name,
        stage=stage,
        category=Category.CONTENT,
        personalized=False,
        directive=Directive(verb=Verb.FREE),
    )


def test_actions_are_chosen_a_stage_in_turn_whatever_they_say():
    write, search, write_too = (
        action("a", Stage.GENERATION),
        action("b", Stage.SEARCH_ADD),
        action("c", Stage.GENERATION),
    )
    assert [a.action_id for a in in_turn([write, write_too, search])] == ["b", "a", "c"]


class BrokenSteps:
    """Fails at the report."""

    def __init__(self, error: Exception, steps) -> None:
        self.error, self.steps = error, steps
        self.n_reports = 0

    async def profile(self, papers, tally: Tally):
        tally.add(2, 0.5)
        return await self.steps.profile(papers, tally)

    async def actions(self, *arguments):
        return await self.steps.actions(*arguments)

    async def report(self, question, actions, profile, tally: Tally):
        self.n_reports += 1
        raise self.error


async def broken(place: Place, error: Exception) -> MyScholarSystem:
    ours = await open_ours(Variant(), place)
    return MyScholarSystem(
        name="x", identity="x", steps=BrokenSteps(error, ours.steps), timer=place.timer
    )


async def test_a_step_that_fails_is_named_and_what_was_made_before_stays_with_its_cost(
    instance, place
):
    output = await (await broken(place, NoEvidenceFound("tides", ("the sample",)))).answer(instance)
    assert output.error.startswith("NoEvidenceFound: No passage")
    assert output.inferences
    assert output.report is None
    assert (output.model_calls, output.dollars) == (2, 0.5)


async def test_an_error_that_concerns_every_instance_is_no_failure_of_this_one(instance, place):
    with pytest.raises(CorpusCorrupt):
        await (await broken(place, CorpusCorrupt("c", "torn"))).answer(instance)


async def test_users_of_one_question_share_the_report_without_actions(instance, place):
    ours = await open_ours(Variant(), place)
    written = []

    class Once:
        async def report(self, question, actions, profile, tally):
            written.append(question)
            return await ours.steps.report(question, actions, profile, tally)

    shared = MyScholarSystem(name="x", identity="x", steps=Once(), timer=place.timer)
    first, second = await asyncio.gather(
        *(shared._plain_report(instance, Tally()) for _ in range(2))
    )
    assert first == second
    assert len(written) == 1


def test_a_paper_of_the_dataset_keeps_its_id_and_one_without_a_title_is_named(instance):
    assert product_paper(instance.papers[0]).paper_id == "p1"
    with pytest.raises(
        InputError, match="Paper 'p1' of the dataset can't be used: it has no title"
    ):
        product_paper(instance.papers[0].model_copy(update={"title": " "}))


async def test_the_extractive_engine_says_that_it_can_only_vary_the_number_of_actions(place):
    for variant in (Variant(where=Visibility.RELEVANT), Variant(model="openai:gpt-5.2")):
        with pytest.raises(InputError, match="only the number of actions can be varied"):
            await open_ours(variant, place)


async def test_a_model_that_is_not_set_or_has_no_address_is_named(place):
    with pytest.raises(EngineUnavailable, match="Set up a language model"):
        await open_ours(Variant(engine=LLM), place)
    with pytest.raises(BadSettings, match="no provider is called 'nowhere'"):
        await open_ours(Variant(engine=LLM, model="nowhere:model"), place)


async def test_what_identifies_a_system_names_engine_models_actions_and_sources(place):
    ours = await open_ours(Variant(n_actions=4), place)
    assert ours.identity == "extractive engine; 4 actions; corpus:some (100 papers, lsa:128)"
    by_model = await open_ours(
        Variant(engine=LLM, model="openai:gpt-5.2", where=Visibility.RELEVANT), place
    )
    assert (
        by_model.identity
        == "language model openai:gpt-5.2; actions shown: relevant; 8 actions; corpus:some (100 "
        "papers, lsa:128)"
    )


async def test_a_corpus_that_does_not_exist_is_named(place):
    with pytest.raises(UnknownName, match="No corpus is called 'mine'"):
        await open_ours(Variant(), Place(place.services, place.shared, corpus="mine"))


async def test_without_shared_papers_reports_are_written_from_the_bundled_sample(place):
    assert await corpus_source(place.services, None, Path("nowhere")) == "sample"
    assert await corpus_source(place.services, "sample", Path("nowhere")) == "sample"
