"""A whole training of a very small model: it needs the extra `train`."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

pytest.importorskip("trl")
pytestmark = pytest.mark.filterwarnings("ignore")

from myscholar.errors import UnreadableFile  # noqa: E402
from myscholar.interactive.clarify.rules import Dialogue, problems_of  # noqa: E402
from myscholar.interactive.clarify.training.examples import ClarifyingExchange, TurnExample  # noqa: E402
from myscholar.interactive.clarify.training.policy import (  # noqa: E402
    FACTS,
    ask_by_policy,
    load_policy,
)
from myscholar.interactive.clarify.training.rewards import (  # noqa: E402
    Thresholds,
    similarity_of,
)
from myscholar.interactive.clarify.training.train.settings import (  # noqa: E402
    Ablation,
    Preset,
    TrainingSettings,
    TrainingStage,
    preset,
)
from myscholar.interactive.clarify.training.train.stages import (  # noqa: E402
    CURVE,
    ROLLOUTS,
    Training,
    read_curve,
    read_rollouts,
    train,
)
from myscholar.interactive.clarify.training.train.trainers import last_checkpoint  # noqa: E402
from myscholar.text.likeness import LEXICAL  # noqa: E402
from tests.interactive.clarify.training.wrens import user_of  # noqa: E402

TOPICS = ("songs of males", "nests in walls", "food in winter", "ways of migration")


def settings_of(name: Preset = Preset.TINY, base: str = "") -> TrainingSettings:
    """Of the preset, with a model and a training that take a second."""
    given = preset(name).model_dump()
    given["base"] = base
    given["scratch"] = {"vocabulary": 400, "hidden": 16, "layers": 1, "heads": 2}
    given["sft"] |= {"batch": 4, "epochs": 2}
    given["grpo"] |= {"batch": 2, "repeats": 2, "epochs": 1}
    given["rollouts"] = {"per_query": 1, "turns": 2}
    given["asking"] |= {"response_tokens": 12}
    given["machine"] |= {"per_device": 4, "save_steps": 1, "log_steps": 1}
    given["machine"] |= {"with_vllm": False, "is_half_precision": False}
    return TrainingSettings.model_validate(given)


def examples() -> tuple[TurnExample, ...]:
    return tuple(
        TurnExample(
            example_id=f"{n}/0/0",
            query=f"What is known about bird {n}?",
            targets=(f"I want to know of {TOPICS[n]}",),
            intents=tuple(f"I want to know of {topic}" for topic in TOPICS),
            question="Which of them?",
            choices=(TOPICS[n - 1], TOPICS[n - 2]),
        )
        for n in range(4)
    )


def training_in(folder: Path, settings: TrainingSettings) -> Training:
    return Training(
        folder=folder,
        settings=settings,
        ablation=Ablation.NONE,
        seed=0,
        examples=examples(),
        own={},
        similarity=similarity_of(LEXICAL),
        thresholds=Thresholds(LEXICAL.repeats, LEXICAL.relevant),
        user_of=user_of,
    )


async def test_each_stage_learns_is_kept_once_and_can_ask(tmp_path: Path) -> None:
    training = training_in(tmp_path, settings_of())
    await train(training, TrainingStage.ALL)
    curve = read_curve(tmp_path)
    assert {point.stage for point in curve} == {"sft", "stage-1", "stage-2"}
    measured = next(p for p in curve if p.stage == "stage-2").values
    assert {"reward", "content", "form", "repetition", "deviation", "read"} <= measured.keys()
    assert read_rollouts(tmp_path / ROLLOUTS)
    policy = load_policy(tmp_path / "stage-2")
    dialogue = Dialogue(question="What is known about wrens?")
    found = ask_by_policy(dialogue, TOPICS, policy=policy, facts=policy.facts)
    assert found.ended or not problems_of(found.question, dialogue)
    before = (tmp_path / CURVE).read_text(), (tmp_path / ROLLOUTS).read_text()
    await train(training, TrainingStage.ALL)
    assert before == ((tmp_path / CURVE).read_text(), (tmp_path / ROLLOUTS).read_text())


async def test_it_goes_on_from_the_last_whole_checkpoint(tmp_path: Path) -> None:
    whole, torn = tmp_path / "checkpoint-9", tmp_path / "checkpoint-12"
    whole.mkdir()
    torn.mkdir()
    (whole / "trainer_state.json").write_text("{}")
    assert last_checkpoint(tmp_path) == str(whole)
    assert last_checkpoint(tmp_path / "none") is None


async def test_a_named_model_is_what_both_stages_begin_with(tmp_path: Path) -> None:
    """As the full preset has it, here with a model of its architecture and a few numbers."""
    await train(training_in(tmp_path / "small", settings_of()), TrainingStage.SFT)
    named = settings_of(Preset.FULL, base=str(tmp_path / "small" / "base"))
    training = training_in(tmp_path / "full", named)
    await train(training, TrainingStage.ALL)
    policy = load_policy(tmp_path / "full" / "stage-2")
    assert policy.facts.asking.is_instructed
    assert policy.write([training.lessons[0].situation])
    without = replace(training, folder=tmp_path / "two", ablation=Ablation.NO_STAGE_ONE)
    await train(without, TrainingStage.TWO)
    assert not (tmp_path / "two" / "stage-1").exists()
    assert load_policy(tmp_path / "two" / "stage-2.no-stage-one")


async def test_a_broken_folder_is_named(tmp_path: Path) -> None:
    with pytest.raises(UnreadableFile, match="no trained asker"):
        load_policy(tmp_path)
    await train(training_in(tmp_path, settings_of()), TrainingStage.SFT)
    (tmp_path / "sft" / "model.safetensors").write_bytes(b"torn")
    with pytest.raises(UnreadableFile, match="no language model can be read"):
        load_policy(tmp_path / "sft")
    (tmp_path / "sft" / FACTS).write_text(json.dumps({"stage": 1}))
    with pytest.raises(UnreadableFile, match="does not say how"):
        load_policy(tmp_path / "sft")


def test_a_long_dialogue_loses_its_oldest_exchanges() -> None:
    from myscholar.interactive.clarify.training.language_model import fitted, make_tokenizer

    tokenizer = make_tokenizer(["Which one matters"] * 9, 400)
    history = tuple(ClarifyingExchange(question=f"Which one {n}?", reply="that") for n in range(9))
    from myscholar.interactive.clarify.training.wording import AskingSituation, messages_of

    chat = messages_of(AskingSituation(query="birds", history=history), "Ask.")
    kept = fitted(chat, tokenizer, 60)
    assert kept[:2] == chat[:2]
    assert kept[-2:] == chat[-2:]
    assert len(kept) < len(chat)
