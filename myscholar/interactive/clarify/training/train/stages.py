"""The stages of a training, one after the other in a folder, each done once. Source: IntentRL §3.5.

    base/          of a model made from nothing: its random numbers
    sft/           fine-tuned on what experts asked
    stage-1/       reinforced on experts' turns
    rollouts       dialogues of stage I's asker from experts' turns on
    stage-2/       reinforced on both, with penalties
    curve.jsonl    what was measured while each learned

What an ablation changes stands beside these under its name, as in `stage-2.no-penalty`; the rest is
shared. So one folder holds all variants of a seed.

Both stages of reinforcement begin with the same model (IntentRL §4.1): the one that is named, or,
where it is made from nothing, the fine-tuned one, because random numbers are no language model.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from pathlib import Path

from myscholar.domain.model import Frozen
from myscholar.domain.runs import Event, Progress, ignore
from myscholar.errors import InputError, UnwritableFile
from myscholar.interactive.clarify.training import language_model
from myscholar.interactive.clarify.training.directions import AskableDirection, pool_of
from myscholar.interactive.clarify.training.examples import TurnExample
from myscholar.interactive.clarify.training.policy import FACTS, AskerFacts, chat_of, load_policy
from myscholar.interactive.clarify.training.rewards import Similarity, Thresholds
from myscholar.interactive.clarify.training.scoring import Content, Scoring
from myscholar.interactive.clarify.training.train import trainers
from myscholar.interactive.clarify.training.train.lessons import (
    Lesson,
    directions_of,
    learned_from,
    pointed_lessons,
    rollout_lessons,
    worded_lessons,
)
from myscholar.interactive.clarify.training.train.rollouts import (
    Rollout,
    UserOf,
    converse,
    starts_of,
    turns_of,
)
from myscholar.interactive.clarify.training.train.settings import (
    Ablation,
    TrainingSettings,
    TrainingStage,
)

BASE, SFT, ONE, TWO = "base", "sft", "stage-1", "stage-2"
CURVE, ROLLOUTS = "curve.jsonl", "rollouts"
AT_ONCE = 32
"""Dialogues held side by side, and kept together; by hand."""
_CHANGED = {
    Ablation.NO_SCALING: (BASE, SFT, ONE, ROLLOUTS, TWO),
    Ablation.JUDGED_CONTENT: (ONE, ROLLOUTS, TWO),
    Ablation.NO_PENALTY: (TWO,),
    Ablation.NO_STAGE_ONE: (ROLLOUTS, TWO),
}
_NAMES = {SFT: "Fine-tuning", ONE: "Stage I", TWO: "Stage II"}


class CurvePoint(Frozen):
    """Means since the point before."""

    stage: str
    step: int
    values: Mapping[str, float]


@dataclass(frozen=True)
class Training:
    """Everything that a training needs, in `folder`."""

    folder: Path
    settings: TrainingSettings
    ablation: Ablation
    seed: int
    examples: tuple[TurnExample, ...]
    own: Mapping[str, Sequence[str]]
    """Of each query, what the papers on it differ in."""
    similarity: Similarity
    thresholds: Thresholds
    user_of: UserOf
    judge: Content | None = None
    """Of the ablation that needs one."""
    progress: Progress = field(default=ignore)

    @cached_property
    def learned(self) -> tuple[TurnExample, ...]:
        n = self.settings.turns.per_query
        return learned_from(self.examples, self.ablation, per_query=n, seed=self.seed)

    @cached_property
    def pool(self) -> tuple[AskableDirection, ...]:
        n = self.settings.asking.n_directions
        relevant = self.thresholds.relevant
        return pool_of(self.learned, similarity=self.similarity, relevant=relevant, n=2 * n)

    @cached_property
    def shown(self) -> dict[str, tuple[str, ...]]:
        queries = [example.query for example in self.learned]
        n = self.settings.asking.n_directions
        return directions_of(queries, self.pool, self.own, n=n, seed=self.seed)

    @cached_property
    def lessons(self) -> tuple[Lesson, ...]:
        """Raises InputError where there is none."""
        found = (
            pointed_lessons(self.learned, self.shown, self.similarity)
            if self.settings.asking.n_directions
            else worded_lessons(self.learned)
        )
        if not found:
            raise InputError("No turn of the data set can be learned from.")
        return found

    @property
    def origin(self) -> str:
        """What both stages of reinforcement begin with."""
        return self.settings.base or str(self.place(SFT))

    def place(self, name: str) -> Path:
        is_changed = name in _CHANGED.get(self.ablation, ())
        return self.folder / (f"{name}.{self.ablation.value}" if is_changed else name)


async def train(training: Training, stage: TrainingStage) -> None:
    """Does what the stage needs and is not done. Raises InputError, ExtraNotInstalled,
    UnreadableFile, UnwritableFile."""
    for name in _wanted(training, stage):
        if name == ROLLOUTS:
            await _hold_rollouts(training)
        elif not (training.place(name) / FACTS).is_file():
            _learn(training, name)


def _wanted(training: Training, stage: TrainingStage) -> tuple[str, ...]:
    """In order; without what the ablation leaves out."""
    first = () if training.settings.base else (BASE, SFT)
    one = () if training.ablation is Ablation.NO_STAGE_ONE else (ONE,)
    wanted = {
        TrainingStage.SFT: (*first, SFT),
        TrainingStage.ONE: (*first, ONE),
        TrainingStage.ROLLOUTS: (*first, *one, ROLLOUTS),
        TrainingStage.TWO: (*first, *one, ROLLOUTS, TWO),
        TrainingStage.ALL: (*first, SFT, *one, ROLLOUTS, TWO),
    }[stage]
    if training.ablation is Ablation.NO_STAGE_TWO:
        wanted = tuple(name for name in wanted if name not in (ROLLOUTS, TWO))
    return tuple(dict.fromkeys(wanted))


def _learn(training: Training, name: str) -> None:
    folder, s, seed = training.place(name), training.settings, training.seed
    _make_folder(folder)
    log = partial(_heard, training, name)
    match name:
        case "base":
            with trainers.one_after_another():
                if not (folder / FACTS).is_file():
                    _make_base(training, folder)
        case "sft":
            base = s.base or str(training.place(BASE))
            trainers.fine_tune(training.lessons, base, folder, s, seed, log)
        case _:
            scoring = Scoring(
                similarity=training.similarity,
                thresholds=training.thresholds,
                with_penalties=name == TWO and training.ablation is not Ablation.NO_PENALTY,
                content=training.judge if training.ablation is Ablation.JUDGED_CONTENT else None,
            )
            lessons = training.lessons if name == ONE else _mixed(training)
            trainers.reinforce(lessons, training.origin, folder, s, seed, log, scoring)
    if trainers.processes()[1]:
        _keep_facts(training, folder)


def _keep_facts(training: Training, folder: Path) -> None:
    facts = AskerFacts(
        stage=folder.name,
        asking=training.settings.asking,
        pool=training.pool,
        queries=tuple(dict.fromkeys(example.query for example in training.learned)),
        seed=training.seed,
    )
    _write(folder / FACTS, facts.model_dump_json(indent=1))


def _make_base(training: Training, folder: Path) -> None:
    scratch, asking = training.settings.scratch, training.settings.asking
    if scratch is None:
        raise InputError("The settings name no model to begin with, and none to make.")
    texts = [
        text
        for lesson in training.lessons
        for text in (*(m["content"] for m in chat_of(lesson.situation, asking)), lesson.answer)
    ]
    texts += [text for e in training.examples for text in (*e.intents, e.question)]
    tokenizer = language_model.make_tokenizer(texts, scratch.vocabulary)
    model = language_model.make_model(
        tokenizer,
        hidden=scratch.hidden,
        layers=scratch.layers,
        heads=scratch.heads,
        most_tokens=2 * (asking.prompt_tokens + asking.response_tokens),
        seed=training.seed,
    )
    model.save_pretrained(folder)
    tokenizer.save_pretrained(folder)


def _mixed(training: Training) -> tuple[Lesson, ...]:
    """Rollouts beside stage I's own turns."""
    turns = [
        turn
        for rollout in read_rollouts(training.place(ROLLOUTS))
        for turn in turns_of(rollout, training.similarity)
    ]
    own = rollout_lessons(turns, training.shown)
    return own if training.ablation is Ablation.NO_STAGE_ONE else (*training.lessons, *own)


async def _hold_rollouts(training: Training) -> None:
    """Of stage I's asker; of the original model where there is no stage I."""
    path = training.place(ROLLOUTS)
    known = {rollout.start.start_id for rollout in read_rollouts(path)}
    s = training.settings
    starts = starts_of(
        [lesson.example for lesson in training.lessons],
        training.shown,
        per_query=s.rollouts.per_query,
        turns=s.rollouts.turns,
    )
    left = [start for start in starts if start.start_id not in known]
    if not left:
        return
    if trainers.processes()[0] > 1:
        raise InputError("Dialogues are held by one process: let one do the stage rollouts first.")
    model = load_policy(_rollout_model(training))
    for n in range(0, len(left), AT_ONCE):
        held = await converse(
            left[n : n + AT_ONCE],
            model=model,
            user_of=training.user_of,
            turns=s.rollouts.turns,
            temperature=s.asking.temperature,
            seed=training.seed + n,
        )
        _append(path, held)
        training.progress(Event(step="Rollouts", done=n + len(held), total=len(left)))


def _rollout_model(training: Training) -> Path:
    if training.ablation is not Ablation.NO_STAGE_ONE:
        return training.place(ONE)
    if not training.settings.base:
        return training.place(SFT)
    folder = training.place(BASE)
    if not (folder / FACTS).is_file():
        _make_folder(folder)
        model, tokenizer = language_model.load(training.settings.base)
        model.save_pretrained(folder)
        tokenizer.save_pretrained(folder)
        _keep_facts(training, folder)
    return folder


def read_rollouts(path: Path) -> tuple[Rollout, ...]:
    return tuple(Rollout.model_validate_json(line) for line in _whole_lines(path))


def read_curve(folder: Path) -> tuple[CurvePoint, ...]:
    """A step that was done again after a kill counts once, as it was done last."""
    points = (CurvePoint.model_validate_json(line) for line in _whole_lines(folder / CURVE))
    return tuple({(point.stage, point.step): point for point in points}.values())


def _heard(
    training: Training, name: str, step: int, total: int, values: Mapping[str, float]
) -> None:
    _append(
        training.folder / CURVE,
        [CurvePoint(stage=training.place(name).name, step=step, values=dict(values))],
    )
    said = ", ".join(f"{k} {values[k]:.3f}" for k in ("reward", "loss") if k in values)
    training.progress(Event(step=_NAMES[name], message=said, done=step, total=total))


def _whole_lines(path: Path) -> list[str]:
    """Without a last one that a kill cut off."""
    if not path.is_file():
        return []
    content = path.read_bytes()
    return content[: content.rfind(b"\n") + 1].decode("utf-8").split("\n")[:-1]


def _append(path: Path, nouns: Sequence[Frozen]) -> None:
    lines = "".join(f"{noun.model_dump_json()}\n" for noun in nouns)
    whole = "".join(f"{line}\n" for line in _whole_lines(path))
    _write(path, whole + lines)


def _write(path: Path, text: str) -> None:
    """Whole or not at all. Raises UnwritableFile."""
    part = path.with_name(f"{path.name}.part")
    try:
        part.write_text(text, encoding="utf-8", newline="\n")
        part.replace(path)
    except OSError as error:
        raise UnwritableFile(path, error.strerror or str(error)) from error


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UnwritableFile(folder, error.strerror or str(error)) from error
