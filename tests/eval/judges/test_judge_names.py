"""Judges by name."""

import pytest

from eval.domain.judgment import Unscored
from eval.judges.names import check_judge, judge_config, open_judge
from myscholar.errors import EngineUnavailable, InputError, LLMBudgetSpent
from myscholar.gateways.llm.config import RoleSettings
from myscholar.gateways.llm.gateway import ModelGateway
from myscholar.gateways.llm.llm import Role
from myscholar.gateways.llm.prompts import Prompt
from myscholar.settings import Settings, load_settings
from myscholar.workflows.jobs import open_services

MODEL = "anthropic:claude-sonnet-4-20250514"


def settings(tmp_path, **more: str) -> Settings:
    return load_settings({"MYSCHOLAR_HOME": str(tmp_path), "ANTHROPIC_API_KEY": "x", **more})


@pytest.mark.parametrize(
    "name", ["", "nobody", "anthropic:", "elsewhere:model", f"{MODEL},openai:gpt-4.1"]
)
async def test_a_name_that_is_no_judge_says_so(tmp_path, name):
    with pytest.raises(InputError, match="is no judge"):
        async with open_judge(name, services=open_services(settings(tmp_path))):
            pass


def test_the_judge_is_the_only_role_and_is_asked_steadily_unless_the_settings_say_otherwise(
    tmp_path,
):
    config = judge_config(MODEL, settings(tmp_path, MYSCHOLAR_MODEL="openai:gpt-4.1"))
    assert dict(config.chains) == {"judge": ((MODEL,),)}
    assert config.role("judge").temperature == 0
    own = settings(tmp_path).model_copy(update={"roles": {"judge": RoleSettings(temperature=0.7)}})
    assert judge_config(MODEL, own).role("judge").temperature == 0.7


async def test_the_local_judge_needs_no_model_and_makes_no_call(tmp_path):
    async with open_judge("local", services=open_services(settings(tmp_path))) as opened:
        assert opened.judge.name == "local"
        assert opened.calls == []


async def test_a_judge_has_the_budget_that_it_is_given_and_asks_nothing_more_once_it_is_spent(
    tmp_path, monkeypatch
):
    asked = []

    async def spent(
        gateway: ModelGateway, role: Role, prompt: Prompt, reply: type, **_: object
    ) -> None:
        asked.append(gateway.budget.limit_usd)
        raise LLMBudgetSpent(MODEL, 0.25)

    monkeypatch.setattr(ModelGateway, "ask", spent)
    async with open_judge(
        MODEL, services=open_services(settings(tmp_path)), budget_usd=0.25
    ) as opened:
        judged = [
            await opened.judge.specificity(text)
            for text in ("Your papers count bees.", "Your papers ask why.")
        ]
    assert opened.judge.name == MODEL
    assert all(isinstance(j, Unscored) and j.reason.startswith("LLMBudgetSpent: ") for j in judged)
    assert asked == [0.25]


def test_a_judge_s_key_may_lie_in_the_keyring(tmp_path):
    (tmp_path / "settings.toml").write_text("[providers.openai]\nkeyring = true\n")
    check_judge("openai:gpt-5", settings(tmp_path))
    with pytest.raises(EngineUnavailable, match="GOOGLE_API_KEY"):
        check_judge("google:gemini-3.8-flash", settings(tmp_path))
