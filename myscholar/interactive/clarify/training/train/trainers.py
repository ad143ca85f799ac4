"""Fine-tuning and reinforcement with TRL. The one file that uses it; needs the extra `train`."""

import shutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from myscholar.errors import InputError
from myscholar.interactive.clarify.training.language_model import fitted, installed, load
from myscholar.interactive.clarify.training.policy import chat_of
from myscholar.interactive.clarify.training.scoring import Scoring, Worth
from myscholar.interactive.clarify.training.train.lessons import Lesson
from myscholar.interactive.clarify.training.train.settings import TrainingSettings

Log = Callable[[int, int, Mapping[str, float]], None]
"""The step, of how many, and what was measured since the last."""
CHECKPOINTS = "checkpoints"
_STATE = "trainer_state.json"


def fine_tune(
    lessons: Sequence[Lesson], base: str, folder: Path, s: TrainingSettings, seed: int, log: Log
) -> None:
    """Goes on with the last whole checkpoint in the folder; leaves model and tokenizer there."""
    with installed():
        from datasets import Dataset, disable_progress_bars
        from trl import SFTConfig, SFTTrainer
    disable_progress_bars()
    model, tokenizer = load(base)
    rows = [
        {
            "prompt": _chat(lesson, tokenizer, s),
            "completion": [{"role": "assistant", "content": lesson.answer}],
        }
        for lesson in lessons
    ]
    config = SFTConfig(
        **_common(folder, s, seed),
        **_batches(s.sft.batch, s),
        learning_rate=s.sft.learning_rate,
        num_train_epochs=s.sft.epochs,
        max_length=s.asking.prompt_tokens + s.asking.response_tokens,
        shuffle_dataset=True,
        warmup_steps=0.05,
    )
    data = Dataset.from_list(rows)
    trainer = SFTTrainer(model, args=config, train_dataset=data, processing_class=tokenizer)
    _run(trainer, tokenizer, folder, log)


def reinforce(
    lessons: Sequence[Lesson],
    base: str,
    folder: Path,
    s: TrainingSettings,
    seed: int,
    log: Log,
    scoring: Scoring,
) -> None:
    """Group relative policy optimization of equation 5. As `fine_tune` otherwise."""
    with installed():
        from datasets import Dataset
        from trl import GRPOConfig, GRPOTrainer
    model, tokenizer = load(base)
    rows = [{"prompt": _chat(lesson, tokenizer, s), "n": n} for n, lesson in enumerate(lessons)]
    config = GRPOConfig(
        **_common(folder, s, seed),
        **_batches(s.grpo.batch * s.grpo.repeats, s),
        learning_rate=s.grpo.learning_rate,
        num_train_epochs=s.grpo.epochs,
        num_generations=s.grpo.repeats,
        max_completion_length=s.asking.response_tokens,
        temperature=s.asking.temperature,
        beta=s.grpo.kl,
        use_vllm=s.machine.with_vllm,
        vllm_mode="server",
    )
    trainer = GRPOTrainer(
        model,
        reward_funcs=_reward(lessons, scoring),
        args=config,
        train_dataset=Dataset.from_list(rows),
        processing_class=tokenizer,
    )
    _run(trainer, tokenizer, folder, log)


def _reward(lessons: Sequence[Lesson], scoring: Scoring) -> Callable[..., list[float]]:
    def question_reward(
        completions: Sequence[Any], n: Sequence[int], log_metric: Any, **_: Any
    ) -> list[float]:
        texts = [completion[0]["content"] for completion in completions]
        found = [
            scoring.of(text, lessons[k].situation, lessons[k].example)
            for text, k in zip(texts, n, strict=True)
        ]
        for name, value in measured(found).items():
            log_metric(name, value)
        return [worth.total for worth in found]

    return question_reward


def measured(found: Sequence[Worth]) -> dict[str, float]:
    """Means over what was written."""
    each: dict[str, Callable[[Worth], float]] = {
        "content": lambda w: w.content,
        "form": lambda w: w.form,
        "repetition": lambda w: w.penalties.repetition,
        "restating": lambda w: w.penalties.restating,
        "deviation": lambda w: w.penalties.deviation,
        "read": lambda w: float(w.is_read),
    }
    return {name: sum(map(of, found)) / len(found) for name, of in each.items()}


def _chat(lesson: Lesson, tokenizer: Any, s: TrainingSettings) -> list[dict[str, str]]:
    messages = chat_of(lesson.situation, s.asking)
    return list(fitted(messages, tokenizer, s.asking.prompt_tokens))


def _common(folder: Path, s: TrainingSettings, seed: int) -> dict[str, Any]:
    return {
        "output_dir": str(folder / CHECKPOINTS),
        "seed": seed,
        "data_seed": seed,
        "bf16": s.machine.is_half_precision,
        "activation_checkpointing": s.machine.is_half_precision,
        "logging_steps": s.machine.log_steps,
        "save_steps": s.machine.save_steps,
        "save_total_limit": 2,
        "report_to": [],
        "disable_tqdm": True,
        "dataloader_pin_memory": False,
    }


def processes() -> tuple[int, bool]:
    """How many of accelerate's learn together, and whether this is the one that writes."""
    with installed():
        from accelerate import PartialState
    state = PartialState()
    return state.num_processes, state.is_main_process


@contextmanager
def one_after_another() -> Iterator[None]:
    """The process that writes goes first."""
    with installed():
        from accelerate import PartialState
    with PartialState().main_process_first():
        yield


def _batches(whole: int, s: TrainingSettings) -> dict[str, int]:
    """A step takes `whole` over all processes. Raises InputError where they can't share it."""
    n, _ = processes()
    device = min(s.machine.per_device, max(1, whole // n))
    if whole % (device * n):
        raise InputError(
            f"A batch of {whole} can't be shared by {n} processes of {device} each: set other "
            "numbers."
        )
    return {
        "per_device_train_batch_size": device,
        "gradient_accumulation_steps": whole // (device * n),
    }


def _run(trainer: Any, tokenizer: Any, folder: Path, log: Log) -> None:
    with installed():
        from transformers import PrinterCallback, TrainerCallback

    class TrainingLog(TrainerCallback):  # type: ignore[misc]
        def on_log(self, args: Any, state: Any, control: Any, logs: Any, **_: Any) -> None:  # noqa: ARG002
            if state.is_world_process_zero:
                values = {k: float(v) for k, v in logs.items() if isinstance(v, int | float)}
                log(state.global_step, state.max_steps, values)

    trainer.remove_callback(PrinterCallback)
    trainer.add_callback(TrainingLog())
    trainer.train(resume_from_checkpoint=last_checkpoint(folder / CHECKPOINTS))
    trainer.save_model(str(folder))
    if trainer.is_world_process_zero():
        tokenizer.save_pretrained(str(folder))
        shutil.rmtree(folder / CHECKPOINTS, ignore_errors=True)


def last_checkpoint(folder: Path) -> str | None:
    """The newest that was written to its end: its state is the last that is written."""
    whole = [path.parent for path in folder.glob(f"checkpoint-*/{_STATE}")]
    newest = max(whole, key=lambda path: int(path.name.rpartition("-")[2]), default=None)
    return None if newest is None else str(newest)
