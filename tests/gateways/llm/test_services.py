"""The settings wire a gateway for each run."""

import asyncio

import pytest

from myscholar.errors import EngineUnavailable
from myscholar.gateways.llm.llm import LLM, Role
from myscholar.settings import load_settings
from myscholar.workflows.jobs import open_services


def services(home, **environ):
    return open_services(load_settings({"MYSCHOLAR_HOME": str(home), **environ}))


def test_without_a_model_there_is_no_model_engine(tmp_path):
    with pytest.raises(EngineUnavailable, match="Set up a language model"):
        services(tmp_path).llm()


async def test_each_run_gets_a_gateway_of_its_own_with_the_settings_budget(tmp_path):
    wired = services(tmp_path, MYSCHOLAR_MODEL="openai:gpt-5", MYSCHOLAR_BUDGET_USD="2.5")
    async with wired.llm() as first, wired.llm() as second:
        asked: LLM = first
        assert asked.model(Role.REPORT) == "openai:gpt-5"
        assert first is not second
        assert (first.budget.limit_usd, first.budget is second.budget) == (2.5, False)


def test_a_gateway_leaves_nothing_behind_when_its_loop_ends(tmp_path, make, says, prompt, model):
    for i in range(2):  # a second loop in the same process, as the web app and the runs have them
        desk = make(model, says("Yes."), cache=None)

        async def run(desk=desk, i=i):
            async with desk.llm as llm:
                await llm.write(Role.REPORT, prompt(f"Task {i}."))

        asyncio.run(run())
        assert desk.vendor.closed
