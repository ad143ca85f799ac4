"""A data set in a folder: parted by question, gone on with, and never mixed with another."""

import asyncio
from collections.abc import Sequence
from pathlib import Path

import pytest

from eval.datasets.users import SyntheticUser
from eval.datasets.wanted import Wanted
from eval.show.intent_data import data_document
from eval.studies.intentrl.building import build_dialogues, build_queries
from eval.studies.intentrl.cases import held_back
from eval.studies.intentrl.data import IntentData, Split, drawn, of_split, split_of
from eval.studies.intentrl.run import refuse_learned
from myscholar.errors import InputError, LLMBadAnswer
from myscholar.interactive.clarify.training.examples import QueryIntents
from myscholar.interactive.clarify.training.extractive.maker import ExtractiveMaker
from myscholar.interactive.clarify.training.policy import FACTS, AskerFacts
from myscholar.interactive.clarify.training.train.settings import Preset, preset

WANTED = tuple(
    Wanted(
        query_id=f"q{n}",
        question=f"How does noise change the songs of wrens of kind {n} in large cities?",
        criteria=(
            "The answer should discuss properties, such as pitch, loudness and length.",
            "The answer should discuss recording, such as microphones or drones.",
        ),
    )
    for n in range(12)
)


class StoppingMaker(ExtractiveMaker):
    """Makes so many queries and is then killed, or answers the named one badly."""

    def __init__(self, most: int = 99, bad: str = "") -> None:
        self.left, self.bad = most, bad

    async def query(self, query_id: str, original: str, criteria: Sequence[str]) -> QueryIntents:
        if query_id == self.bad:
            raise LLMBadAnswer("x:y", "clarify/simplify@1", "no")
        if not self.left:
            raise KeyboardInterrupt
        self.left -= 1
        return await super().query(query_id, original, criteria)


def built(folder: Path, maker: ExtractiveMaker = ExtractiveMaker(), seed: int = 0) -> IntentData:
    data = IntentData(folder)
    asyncio.run(build_queries(data, WANTED, maker, seed=seed))
    asyncio.run(build_dialogues(data, maker))
    return data


def lines(folder: Path) -> dict[str, list[str]]:
    """In no order: what runs side by side is kept as it is finished."""
    return {path.name: sorted(path.read_text().splitlines()) for path in folder.glob("*.jsonl")}


def test_a_question_is_in_one_split_with_all_that_is_made_of_it(tmp_path: Path) -> None:
    data = built(tmp_path)
    for split in Split:
        ids = {query.query_id for query in data.queries.of(split)}
        assert ids == {q.query_id for q in WANTED if split_of(q.query_id, 0) is split} != set()
        assert {graph.query_id for graph in data.graphs.of(split)} == ids
        assert {dialogue.query_id for dialogue in data.dialogues.of(split)} == ids
        assert {turn.example_id.split("/")[0] for turn in data.turns.of(split)} == ids


def test_what_was_stopped_goes_on_and_comes_to_the_same(tmp_path: Path) -> None:
    whole, torn = tmp_path / "whole", tmp_path / "torn"
    whole.mkdir()
    torn.mkdir()
    built(whole)
    with pytest.raises(KeyboardInterrupt):
        built(torn, StoppingMaker(5))
    assert sum(map(len, lines(torn).values())) == 10, "five queries and their graphs"
    built(torn)
    some = torn / "dialogues.train.jsonl"
    some.write_bytes(some.read_bytes()[:-40])  # a kill tore the last line, whose turns are there
    built(torn)
    assert lines(torn) == lines(whole)


def test_an_answer_that_cannot_be_used_leaves_out_its_query_alone(tmp_path: Path) -> None:
    data = IntentData(tmp_path)
    work = build_queries(data, WANTED, StoppingMaker(bad="q3"), seed=0)
    assert asyncio.run(work) == 1
    assert {query.query_id for query in data.queries.all} == {q.query_id for q in WANTED} - {"q3"}


def test_sets_of_other_seeds_or_models_are_not_mixed(tmp_path: Path) -> None:
    built(tmp_path)
    with pytest.raises(InputError, match="no model and seed 0"):
        built(tmp_path, seed=1)


def test_a_larger_limit_keeps_what_a_smaller_one_took_of_each_source() -> None:
    sources = [WANTED[:8], WANTED[8:]]
    small, large = drawn(sources, 4, 0), drawn(sources, 9, 0)
    assert large[:4] == small
    assert sum(wanted in WANTED[8:] for wanted in small) == 2
    assert len(drawn(sources, None, 0)) == 12
    assert drawn(sources, 4, 1) != small


def test_what_a_set_consists_of_stands_beside_the_papers(tmp_path: Path) -> None:
    """Each query has one shallow intent and two deep ones; its graph asks which of the two, then
    for the sides of that one: three questions, two deep, two ways of two turns."""
    data = built(tmp_path)
    found = of_split(data, Split.TEST)
    n = found.n_queries
    assert (found.n_shallow, found.n_deep, found.n_graphs, found.n_turns) == (n, 2 * n, n, 4 * n)
    spreads = [found.nodes, found.depth, found.trajectories]
    assert [(s.least, s.mean, s.most) for s in spreads if s] == [(3, 3, 3), (2, 2, 2), (2, 2, 2)]
    rows = data_document([found]).parts[0].tables[0].rows
    assert [row[0] for row in rows] == ["test", "paper, train"]


WREN = SyntheticUser.model_construct(user_id="u", papers=(), paper_ids=())


def test_a_graph_whose_query_is_missing_is_refused_and_one_that_asks_nothing_hidden_left_out(
    tmp_path: Path,
) -> None:
    data = built(tmp_path)
    whole = [case.query_id for case in held_back(data, (WREN,), None)]
    file = tmp_path / "queries.test.jsonl"
    first, *rest = file.read_text(encoding="utf-8").splitlines(keepends=True)
    empty = QueryIntents.model_validate_json(first).model_copy(update={"shallow": (), "deep": ()})
    file.write_text("".join([f"{empty.model_dump_json()}\n", *rest]), encoding="utf-8")
    kept = [case.query_id for case in held_back(data, (WREN,), None)]
    assert kept == [query_id for query_id in whole if query_id != empty.query_id]
    file.write_text("".join(rest), encoding="utf-8")
    with pytest.raises(InputError, match=f"no query of its graph {empty.query_id}"):
        held_back(data, (WREN,), None)


def test_an_asker_that_learned_from_a_query_that_is_held_back_is_refused(tmp_path: Path) -> None:
    data = built(tmp_path)
    [train, test] = [data.queries.of(split)[0].query for split in Split]
    cases = held_back(data, (WREN,), None)
    asking = preset(Preset.TINY).asking
    for learned in (train, test):
        facts = AskerFacts(stage="sft", asking=asking, pool=(), queries=(learned,), seed=0)
        (tmp_path / FACTS).write_text(facts.model_dump_json(), encoding="utf-8")
        if learned == train:
            refuse_learned([tmp_path], cases)
        else:
            with pytest.raises(InputError, match="learned from queries that are held back here"):
                refuse_learned([tmp_path], cases)
