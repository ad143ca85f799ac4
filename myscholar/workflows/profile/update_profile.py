"""Papers are added to a profile or removed: what still holds stays, and so do the edits by hand.

With a model all papers are read again, since counts and comparisons are of all of them; where
papers are only removed, nothing is asked.
"""

import asyncio
from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from pydantic import TypeAdapter

from myscholar.domain.engine import Engine
from myscholar.domain.orders import UpdateProfileOrder
from myscholar.domain.papers import Paper, PaperId, PassageKind, TextSource
from myscholar.domain.profile import CITED_FACTS, Profile, ProfilePaper
from myscholar.domain.runs import RunId, RunKind
from myscholar.errors import InputError, LastPaper, UnknownName
from myscholar.library.merge import merge_papers
from myscholar.profile.carry_over import drop_papers, with_history
from myscholar.runs.run import Run
from myscholar.text.same_paper import is_cited
from myscholar.workflows.engines import decide_engine, settle_engine, takes_model
from myscholar.workflows.job import Job
from myscholar.workflows.profile.infer_profile import infer
from myscholar.workflows.runs.estimates import Estimate, estimate_profile
from myscholar.workflows.services import Services

_PAPERS = TypeAdapter(tuple[Paper, ...])


class Change(NamedTuple):
    """What a profile's papers are to become, in counts."""

    base: Profile
    n_papers: int
    n_added: int
    n_removed: int

    @property
    def is_one(self) -> bool:
        return self.n_papers > 0 and self.n_added + self.n_removed > 0

    @property
    def is_cut(self) -> bool:
        """Whether a model's inferences are only cut down: nothing is inferred. Without a model
        counting again is free."""
        return self.n_added == 0 and self.base.engine != "extractive"


def update_order(
    services: Services,
    profile: Profile,
    *,
    add: Sequence[Paper] = (),
    remove: Collection[PaperId] = (),
    engine: Engine = Engine.AUTO,
    is_kept: bool = False,
) -> UpdateProfileOrder:
    """The profile's papers but the removed ones, with the texts that are at hand, then the added
    ones."""
    texts = _texts_of(services, profile)
    stay = [texts.get(p.paper_id) or _as_cited(p, profile) for p in profile.papers]
    papers = [p for p in stay if p.paper_id not in remove]
    return UpdateProfileOrder(
        profile=profile, papers=(*papers, *add), engine=engine, is_kept=is_kept
    )


def asks_model(services: Services, change: Change, engine: Engine = Engine.AUTO) -> bool:
    """Whether a language model is asked again: of all papers, since counts are of all of them."""
    return not change.is_cut and takes_model(services, _engine_of(services, change.base, engine))


def estimate_update(services: Services, change: Change, engine: Engine = Engine.AUTO) -> Estimate:
    """Raises EngineUnavailable, StorageError."""
    by_model = asks_model(services, change, engine)
    return estimate_profile(
        services, change.n_papers, Engine.LLM if by_model else Engine.EXTRACTIVE
    )


def check_order(services: Services, order: UpdateProfileOrder) -> UpdateProfileOrder:
    """Raises LastPaper, InputError where nothing would change, EngineUnavailable."""
    if not order.papers:
        raise LastPaper(order.profile.name)
    papers = merge_papers(order.papers).papers
    order = order.model_copy(update={"papers": papers})
    change = _change_of(order)
    if not change.is_one:
        raise InputError("The profile rests on just these papers already. Add or remove some.")
    if change.is_cut:
        return order.model_copy(update={"engine": Engine.EXTRACTIVE})
    engine = _engine_of(services, order.profile, order.engine)
    return settle_engine(services, order.model_copy(update={"engine": engine}))


async def update_profile(services: Services, run: Run, order: UpdateProfileOrder) -> Profile:
    """A saved profile that was edited meanwhile is taken as it is then; a model's answers are read
    again from this machine's store. Raises UnknownName where it was deleted since, LastPaper."""
    base = order.profile
    while True:
        if order.is_kept:
            base = services.store.load_profile(base.profile_id)
        if base.source_run == run.run_id:  # it was saved, and the run was killed just then
            return base
        order = _since(services, order, base)
        if _change_of(order).is_cut:
            made = await asyncio.to_thread(drop_papers, base, order.papers, now=services.now())
        else:
            made = await infer(services, run, order, base.name, base)
        updated = with_history(base, made, source_run=run.run_id)
        if not order.is_kept:
            return updated
        if services.store.replace_profile(base, updated, at=services.now()):
            return updated


JOB = Job(check_order, lambda _, order: order.profile.name, update_profile, Profile.model_validate)


def updated_profile(services: Services, run_id: RunId) -> str:
    """The id of the profile that the run updates. Raises UnknownName."""
    return str(services.runs.order(run_id).inputs["profile"]["profile_id"])


def _since(services: Services, order: UpdateProfileOrder, base: Profile) -> UpdateProfileOrder:
    """What is added and removed, of the papers that the profile has by now: another update may have
    come between. Raises LastPaper."""
    before, now = ({p.paper_id for p in q.papers} for q in (order.profile, base))
    if before == now:
        return order
    added = [p for p in order.papers if p.paper_id not in before | now]
    removed = before - {p.paper_id for p in order.papers}
    anew = update_order(
        services, base, add=added, remove=removed, engine=order.engine, is_kept=order.is_kept
    )
    if not anew.papers:
        raise LastPaper(base.name)
    return anew


def _change_of(order: UpdateProfileOrder) -> Change:
    before = {p.paper_id for p in order.profile.papers}
    after = {p.paper_id for p in order.papers}
    return Change(order.profile, len(after), len(after - before), len(before - after))


def _engine_of(services: Services, base: Profile, engine: Engine) -> Engine:
    made_by_rules = base.engine == "extractive"
    if engine is Engine.AUTO and made_by_rules:
        return Engine.EXTRACTIVE
    return decide_engine(services, engine)


def _texts_of(services: Services, profile: Profile) -> Mapping[PaperId, Paper]:
    """Of the libraries, those first where facts were put right; else as the profile was made of
    them, with the facts that it holds."""
    cited = {p.paper_id: p for p in profile.papers}
    facts = {i: {n: getattr(p, n) for n in CITED_FACTS} for i, p in cited.items()}
    found = dict[PaperId, Paper]()
    for run_id in filter(None, (profile.profile_id, profile.source_run)):
        given = _given_to(services, RunId(run_id))
        found |= {p.paper_id: p.with_facts(facts.get(p.paper_id, {})) for p in given}
    held = [
        paper
        for library in services.store.libraries()
        for paper in services.store.papers(library.name, only=list(cited))
        if is_cited(paper, cited[paper.paper_id])
    ]
    return found | {p.paper_id: p for p in sorted(held, key=lambda p: p.as_read is not None)}


def _given_to(services: Services, run_id: RunId) -> tuple[Paper, ...]:
    try:
        order = services.runs.order(run_id)
    except UnknownName:
        return ()
    of_profile = order.kind in (RunKind.PROFILE, RunKind.PROFILE_UPDATE)
    return _PAPERS.validate_python(order.inputs["papers"]) if of_profile else ()


def _as_cited(paper: ProfilePaper, profile: Profile) -> Paper:
    """A paper whose text is not at hand any more: the passages that the profile cites."""
    passages = tuple(
        p
        for p in profile.passages
        if p.paper_id == paper.paper_id and p.kind is not PassageKind.TITLE
    )
    facts = paper.model_dump(exclude={"number", "text_source"})
    source = TextSource.SNIPPETS if passages else TextSource.TITLE_ONLY
    return Paper(**facts, passages=passages, text_source=source)
