"""Which reports stand beside which, and which is shown first."""

from eval.datasets.human_pairs import HumanPair, PairScores, Scale
from eval.domain.blind import Better
from eval.studies.blind.inputs import read_inputs
from eval.studies.blind.pairs import pair_up, show_all
from eval.studies.blind.people import said_by_people


def test_a_system_is_set_beside_every_other_once(places):
    shown = show_all(read_inputs(places))
    found = pair_up(shown, ["now"], seed=0)
    assert {frozenset((p.a.system, p.b.system)) for p in found} == {
        frozenset(("now", "raft")), frozenset(("now", "stone-writer-9")),
    }  # fmt: skip
    assert len(pair_up(shown, ["now", "raft"], seed=0)) == 3


def test_the_order_is_drawn_by_seed_for_each_pair_by_itself(places):
    shown = show_all(read_inputs(places))
    orders = {seed: pair_up(shown, ["now"], seed=seed) for seed in range(20)}
    assert {p.a.system == "now" for found in orders.values() for p in found} == {True, False}
    alone = pair_up([s for s in shown if s.system != "raft"], ["now"], seed=3)
    assert alone[0] in orders[3]


def test_a_pair_is_known_by_what_is_shown_and_its_order(places):
    [pair] = pair_up(show_all(read_inputs(places[:1] + places[1:]))[:2], ["now"], seed=0)
    assert pair.pair_id == pair.turned().turned().pair_id
    assert pair.pair_id != pair.turned().pair_id


def test_people_who_compared_the_same_reports_are_readers(places):
    def said(query_id: str, systems: tuple[str, str], a: float, b: float, annotator: int | None):
        return HumanPair(
            pair_id="p",
            group="",
            annotator=annotator,
            query_id=query_id,
            question="Why?",
            systems=systems,
            preferred=None,
            preference=(a, b),
            human=PairScores(),
            human_original=PairScores(),
            scale=Scale.HIGHER_IS_BETTER,
            judge=PairScores(),
        )

    pairs = pair_up(show_all(read_inputs(places)), ["now"], seed=0)
    people = [
        said("otters-1", ("raft", "now"), 0, 1, None),
        said("otters-1", ("now", "raft"), 0.5, 0.5, 2),
        said("otters-1", ("raft", "stone-writer-9"), 1, 0, None),
        said("otters-2", ("raft", "now"), 1, 0, None),
    ]
    found = said_by_people(people, pairs).opinions
    assert [(o.reader, o.first, o.better) for o in found] == [
        ("the question's author", "raft", Better.SECOND),
        ("annotator 2", "now", Better.TIE),
    ]
