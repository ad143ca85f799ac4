"""How long and how dear a piece of work will be, told before it is begun.

It is what our own measurements say of such work, times how much more or less the last runs on this
machine took than they say. A price is the vendor's list price; where none is known, none is told.
"""

from collections.abc import Callable, Iterable
from statistics import median
from typing import NamedTuple

from myscholar.domain.engine import Engine
from myscholar.domain.runs import RunKind
from myscholar.domain.text import counted
from myscholar.errors import EngineUnavailable
from myscholar.gateways.llm.budget import Usage, price
from myscholar.gateways.llm.config import ModelsConfig
from myscholar.workflows.engines import takes_model
from myscholar.workflows.runs.measured import (
    MeasuredWork,
    Past,
    Use,
    actions_work,
    answer_work,
    extractive_work,
    head_start_work,
    past_of,
    profile_work,
    report_work,
    table_work,
)
from myscholar.workflows.services import Services

RECORDED_S = {RunKind.PROFILE: 5.0, RunKind.ACTIONS: 5.0, RunKind.REPORT: 25.0}
"""What a recording takes at a readable pace: the sample's, as it plays."""
LAST = 5
"""Finished runs that are looked at."""
_LOOKED_THROUGH = 20
OUR_OWN = "by our own measurements"


class Estimate(NamedTuple):
    """`dollars` None: the price is not known. `models` are empty for the extractive engine, which
    is free."""

    seconds: float
    n_calls: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    dollars: float | None = 0.0
    models: tuple[str, ...] = ()
    first_words_s: float | None = None
    """When the first words stand on screen; None: all at once, at the end."""
    basis: str = OUR_OWN
    """Where it is known from, in words."""

    @property
    def is_free(self) -> bool:
        return not self.models

    @property
    def spoken(self) -> str:
        """One short sentence for a screen."""
        if self.is_free:
            return f"About {duration(self.seconds)}, free"
        price = ", price unknown" if self.dollars is None else f" and {money(self.dollars)}"
        calls = f"{counted(self.n_calls, 'call')} of {' and '.join(self.models)}"
        return f"About {duration(self.seconds)}{price} ({calls}), {self.basis}"

    def and_also(self, ahead: "Estimate") -> "Estimate":
        """With the calls and the price of what goes on beside it, which takes no time of its
        own."""
        known = self.dollars is not None and ahead.dollars is not None
        return self._replace(
            n_calls=self.n_calls + ahead.n_calls,
            input_tokens=self.input_tokens + ahead.input_tokens,
            output_tokens=self.output_tokens + ahead.output_tokens,
            dollars=(self.dollars or 0.0) + (ahead.dollars or 0.0) if known else None,
            models=tuple(dict.fromkeys((*self.models, *ahead.models))),
        )


def estimate_report(
    services: Services,
    *,
    n_actions: int,
    with_tables: bool,
    engine: Engine = Engine.AUTO,
    head_start: bool = False,
) -> Estimate:
    """`n_actions` are the chosen ones. A head start's calls and price are counted. Raises
    EngineUnavailable, StorageError."""
    if not takes_model(services, engine):
        return _estimate(services, RunKind.REPORT, extractive_work(RunKind.REPORT))
    usual = report_work(
        n_actions=n_actions,
        with_tables=with_tables,
        head_start=head_start,
        judged="judge" in services.settings.models_config.chains,
    )
    return _estimate(services, RunKind.REPORT, usual, engine)


def estimate_head_start(services: Services, engine: Engine = Engine.AUTO) -> Estimate:
    """By what the last reports took. Raises EngineUnavailable, StorageError."""
    return _estimate(services, RunKind.REPORT, head_start_work(), engine)


def estimate_profile(services: Services, n_papers: int, engine: Engine = Engine.AUTO) -> Estimate:
    """For papers in full text. Raises EngineUnavailable, StorageError."""
    model = takes_model(services, engine)
    usual = profile_work(n_papers) if model else extractive_work(RunKind.PROFILE, n_papers=n_papers)
    return _estimate(services, RunKind.PROFILE, usual, engine)


def estimate_actions(
    services: Services, *, with_profile: bool = True, engine: Engine = Engine.AUTO
) -> Estimate:
    """Raises EngineUnavailable, StorageError."""
    model = takes_model(services, engine)
    usual = actions_work(with_profile=with_profile) if model else extractive_work(RunKind.ACTIONS)
    return _estimate(services, RunKind.ACTIONS, usual, engine)


def estimate_answer(
    services: Services, *, search: bool = False, engine: Engine = Engine.AUTO
) -> Estimate:
    """Of a question to a finished report; with `search` for further papers too. Raises
    EngineUnavailable, StorageError."""
    if not takes_model(services, engine):
        return _estimate(services, RunKind.ANSWER, extractive_work(RunKind.ANSWER))
    usual = answer_work(searches=search, judged="judge" in services.settings.models_config.chains)
    return _estimate(services, RunKind.ANSWER, usual, engine)


def estimate_table(
    services: Services,
    *,
    n_papers: int,
    n_columns: int,
    in_full: bool,
    engine: Engine = Engine.AUTO,
) -> Estimate:
    """`n_columns` are those that are read in the papers' texts, which are at hand `in_full` or as
    abstracts. Raises EngineUnavailable, StorageError."""
    if not takes_model(services, engine) or not n_columns:
        return _estimate(services, RunKind.TABLE, extractive_work(RunKind.TABLE, n_papers=n_papers))
    usual = table_work(n_papers=n_papers, n_columns=n_columns, in_full=in_full)
    return _estimate(services, RunKind.TABLE, usual, engine)


def _estimate(
    services: Services, kind: RunKind, usual: MeasuredWork, engine: Engine = Engine.AUTO
) -> Estimate:
    if engine is Engine.RECORDED:
        return Estimate(seconds=RECORDED_S[kind], basis="as recorded")
    models = _models(services, usual)
    last = _last(services, kind, _alike(services, usual))
    pace = _ratio((past.seconds, past.usual.seconds) for past in last)
    use = Use(
        *(
            usual.use[i] * _ratio((past.use[i], past.usual.use[i]) for past in last)
            for i in range(len(Use()))
        )
    )
    return Estimate(
        seconds=usual.seconds * pace,
        n_calls=round(use.n_calls),
        input_tokens=round(use.input_tokens),
        output_tokens=round(use.output_tokens),
        dollars=_dollars(services, usual, last) if models else 0.0,
        models=models,
        first_words_s=None if usual.first_words_s is None else usual.first_words_s * pace,
        basis=_find_measured(kind, len(last)) if last else OUR_OWN,
    )


def _alike(services: Services, usual: MeasuredWork) -> Callable[[Past], bool]:
    """By the same engine, and by models that are still set."""
    rotations = services.settings.models_config.chains.values()
    known = {model for rotation in rotations for chain in rotation for model in chain}
    return lambda past: bool(past.usual.by_role) == bool(usual.by_role) and past.models <= known


def _last(services: Services, kind: RunKind, fits: Callable[[Past], bool]) -> list[Past]:
    """The latest finished runs that tell something about the next."""
    heads = services.runs.finished([kind], _LOOKED_THROUGH)
    known = (past_of(services, head.run_id) for head in heads)
    return [past for past in known if past and fits(past)][:LAST]


def _ratio(pairs: Iterable[tuple[float | None, float | None]]) -> float:
    """The median of what was to what we measured; 1 without experience."""
    ratios = [was / usual for was, usual in pairs if was is not None and usual]
    return median(ratios) if ratios else 1.0


def _dollars(services: Services, usual: MeasuredWork, last: list[Past]) -> float | None:
    config = services.settings.models_config
    listed = list_price(config, usual)
    return (
        None
        if listed is None
        else listed * _ratio((past.dollars, list_price(config, past.usual)) for past in last)
    )


def list_price(config: ModelsConfig, work: MeasuredWork) -> float | None:
    """Dollars by the vendors' lists; None where a model's price is not known."""
    total = 0.0
    for role, use in work.by_role.items():
        if role not in config.chains:
            return None
        model = config.chain(role)[0]
        usage = Usage(
            round(use.input_tokens), round(use.cached_tokens), 0, round(use.output_tokens)
        )
        dollars = price(usage, model, config.provider(model))
        if dollars is None:
            return None
        total += dollars
    return total


def _models(services: Services, work: MeasuredWork) -> tuple[str, ...]:
    """The first of each role's chain, which does the work as long as nothing fails. Raises
    EngineUnavailable for a role without one."""
    config = services.settings.models_config
    if work.by_role and (fault := services.settings.model_fault):
        raise EngineUnavailable("llm", f"no model can be asked: {fault}")
    if work.by_role:
        services.settings.check_models()
    missing = [role for role in work.by_role if role not in config.chains]
    if missing:
        raise EngineUnavailable(
            "llm", f"no model is set for {missing[0]}. Set models.default or models.{missing[0]}."
        )
    return tuple(dict.fromkeys(config.chain(role)[0] for role in work.by_role))


def _find_measured(kind: RunKind, n: int) -> str:
    things = {
        RunKind.REPORT: "report",
        RunKind.PROFILE: "profile",
        RunKind.ACTIONS: "proposal",
        RunKind.ANSWER: "answer",
    }[kind]
    return f"measured on your last {things}" if n == 1 else f"measured on your last {n} {things}s"


def duration(seconds: float) -> str:
    """To the second below 20, to five seconds below 90, to the minute above."""
    if seconds < 20:
        return f"{max(1, round(seconds))} s"
    return f"{5 * round(seconds / 5)} s" if seconds < 90 else f"{round(seconds / 60)} min"


def money(dollars: float, digits: int = 2) -> str:
    least = 10.0**-digits
    return f"${dollars:.{digits}f}" if dollars >= least else f"less than ${least:.{digits}f}"
