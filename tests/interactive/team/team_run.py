"""Papers about bees, people who reply, and runs of a team; as a process of its own, a run that
kills itself: team_run.py FOLDER N_SEARCHES."""

import asyncio
import os
import signal
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from myscholar.domain.dialogue import Answer, Question
from myscholar.domain.evidence import Hit, SearchFilters, SearchQuery
from myscholar.domain.interaction import (
    Persona,
    ResearchMode,
    ResearchPlan,
    UserKind,
    UserSpec,
)
from myscholar.domain.papers import Paper, PaperId, Passage, PassageId, PassageKind
from myscholar.domain.report import QueryResult, Researched, SearchRecord
from myscholar.domain.runs import RunId, RunKind
from myscholar.gateways.storage.store import open_store
from myscholar.interactive.team.extractive.mind import ExtractiveTeam
from myscholar.interactive.team.mind import TeamMind
from myscholar.interactive.team.research import research_as_team
from myscholar.interactive.users.user_of import user_of
from myscholar.runs.run import Run
from myscholar.runs.runner import Runner
from myscholar.text.terms import content_stems
from myscholar.workflows.background import load_background

RUN = RunId("r1")
QUESTION = "Why do honey bee colonies decline?"
SIDES = {
    "neonicotinoid pesticides": "foragers lose their way home after feeding on treated rapeseed",
    "Varroa mites": "viruses spread from infested brood to adult workers within weeks",
    "winter starvation": "clusters consume stored honey faster when autumn forage is poor",
    "Nosema spores": "infected guts digest less pollen and workers age early",
    "queen supersedure": "young queens that mate with few drones are replaced sooner",
    "drought stress": "flowers yield little nectar and brood rearing stops in August",
    "small hive beetles": "larvae ferment honey in weak hives after warm rain",
    "wasp predation": "hornets hunt returning workers before narrow entrances",
    "deformed wings": "crippled juveniles cannot fly and are expelled by nurses",
    "orchard monoculture": "single crops leave protein gaps once blossoms fade",
}
N_EACH = 3


def paper(side: str, n: int) -> Paper:
    name = PaperId(f"{side.replace(' ', '-')}-{n}")
    text = (
        f"We studied {side} in {30 + n} honey bee colonies over {n + 2} years. "
        f"Our results show that {SIDES[side]}, by {10 + n} % in trial {n}. "
        f"This explains the decline of honey bee colonies under {side}."
    )
    passage = Passage(
        passage_id=PassageId(f"{name}-a"), paper_id=name, kind=PassageKind.ABSTRACT, text=text
    )
    title = f"How {side} harm honey bee colonies in trial {n}"
    return Paper(paper_id=name, title=title, year=2010 + n, passages=(passage,))


PAPERS = tuple(paper(side, n) for n in range(1, N_EACH + 1) for side in SIDES)


class Shelf:
    """Searches the papers by how many words of the query they hold."""

    def __init__(self, papers: Sequence[Paper] = PAPERS, on_search: Callable = print) -> None:
        self._papers = papers
        self._on_search = on_search
        self.queries: list[str] = []

    async def search(self, queries: Sequence[SearchQuery], limit: int) -> tuple[QueryResult, ...]:
        return tuple(self._answer(query, limit) for query in queries)

    def _answer(self, query: SearchQuery, limit: int) -> QueryResult:
        self.queries.append(query.text)
        self._on_search(query.text)
        wanted = set(content_stems(query.text))
        shares = [
            (len(wanted & set(content_stems(f"{p.title} {p.passages[0].text}"))), p)
            for p in self._papers
        ]
        best = sorted((s for s in shares if s[0]), key=lambda s: -s[0])[:limit]
        hits = tuple(Hit(paper=p, score=float(s), sources=("shelf",)) for s, p in best)
        record = SearchRecord(query=query, source="shelf", n_hits=len(hits), seconds=0.0)
        return QueryResult(record=record, hits=hits)


class Person:
    """Replies to each question as `says` does."""

    def __init__(self, says: Callable[[Question], Answer]) -> None:
        self._says = says
        self.asked: list[tuple[str, Question]] = []

    async def reply(self, question_id: str, question: Question) -> Answer:
        self.asked.append((question_id, question))
        return question.check(self._says(question))


def query(text: str) -> SearchQuery:
    return SearchQuery(text=text)


def extractive() -> ExtractiveTeam:
    return ExtractiveTeam(load_background())


def leaves_it(question: Question) -> Answer:
    return question.read(decide=True)


class Place:
    """A database of runs, and Runners over it as processes would have."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.store = open_store(f"sqlite:///{folder / 'library.sqlite'}")
        self.records = self.store.runs(folder / "runs")
        self._runners: list[Runner] = []

    def runner(
        self,
        shelf: Shelf,
        *,
        user: Person | None = None,
        mind: TeamMind | None = None,
        kind: UserKind = UserKind.LIVE,
        script: Sequence[str] = (),
        persona: Persona = Persona(),
        question: str = QUESTION,
        **more: Any,
    ) -> Runner:
        spec = UserSpec(kind=UserKind.SCRIPTED, items=script) if script else UserSpec(kind=kind)
        stated = persona.text or ", ".join(aspect.text for aspect in persona.aspects)
        plan = ResearchPlan(mode=ResearchMode.TEAM, user=spec, persona=stated)

        async def estimate(hits: Sequence[Hit]) -> Persona:
            assert hits
            return persona

        async def story(run: Run, inputs: dict[str, Any]) -> Any:
            found = await research_as_team(
                run,
                question,
                [SearchQuery(text=question)],
                plan=plan,
                estimate=estimate,
                mind=mind or extractive(),
                search=shelf.search,
                user=user or user_of(spec, run=run),
                filters=SearchFilters(),
                **more,
            )
            return found.model_dump(mode="json")

        runner = Runner(self.records, {RunKind.REPORT: story})
        self._runners.append(runner)
        return runner

    async def research(self, shelf: Shelf | None = None, **options: Any) -> Researched:
        runner = self.runner(shelf or Shelf(on_search=len), **options)
        runner.start(RunKind.REPORT, "Bees", {}, RUN)
        return Researched.model_validate(await runner.wait(RUN))

    def steps(self) -> tuple[str, ...]:
        return self.records.info(RUN).steps

    def close(self) -> None:
        for runner in self._runners:
            runner.close()
        self.store.close()


async def _until_killed(folder: Path, n_searches: int) -> None:
    left = n_searches

    def count(_: str) -> None:
        nonlocal left
        left -= 1
        if left < 0:
            os.kill(os.getpid(), signal.SIGKILL)

    await Place(folder).research(Shelf(on_search=count), user=Person(leaves_it))


if __name__ == "__main__":
    asyncio.run(_until_killed(Path(sys.argv[1]), int(sys.argv[2])))
