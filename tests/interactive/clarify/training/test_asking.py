"""What a trained asker is shown, how what it writes is read, and what that is worth."""

from collections.abc import Sequence
from itertools import chain, repeat

import numpy as np
import pytest
from numpy.typing import NDArray

from myscholar.interactive.clarify.rules import Dialogue
from myscholar.interactive.clarify.training.directions import (
    AskableDirection,
    directions_for,
    pool_of,
)
from myscholar.interactive.clarify.training.examples import ClarifyingExchange, TurnExample
from myscholar.interactive.clarify.training.policy import AskerFacts, ask_by_policy
from myscholar.interactive.clarify.training.rewards import Thresholds, similarity_of
from myscholar.interactive.clarify.training.scoring import Scoring
from myscholar.interactive.clarify.training.train.lessons import (
    WHICH,
    learned_from,
    pointed_lessons,
    worded_lessons,
)
from myscholar.interactive.clarify.training.train.rollouts import (
    NO_QUESTION,
    AskedExchange,
    Rollout,
    Start,
    converse,
    starts_of,
    turns_of,
)
from myscholar.interactive.clarify.training.train.settings import Ablation, Preset, preset
from myscholar.interactive.clarify.training.wording import (
    AskingSituation,
    messages_of,
    read_question,
    written,
)
from myscholar.text.likeness import LEXICAL
from tests.interactive.clarify.training.wrens import WANTED, user_of

QUERY = "What is known about wrens?"
DIRECTIONS = ("song", "nests", "winter food", "migration")


def same_words(texts: Sequence[str], others: Sequence[str]) -> NDArray[np.floating]:
    """1 for two texts that share a word of theirs, else 0."""
    return np.array([[float(bool(set(a.split()) & set(b.split()))) for b in others] for a in texts])


def turn(n: int, target: str, *, query: str = QUERY, history: int = 0) -> TurnExample:
    return TurnExample(
        example_id=f"g/0/{n}",
        query=query,
        history=tuple(
            ClarifyingExchange(question=f"Asked {k}?", reply="yes") for k in range(history)
        ),
        targets=(target,),
        intents=("song of males", "nests in walls"),
        question="What about them?",
        choices=("song", "nests"),
    )


class Says:
    """Writes the given, one a turn, to everybody."""

    def __init__(self, *texts: str) -> None:
        self._texts = chain(texts, repeat(texts[-1]))
        self.seen: list[AskingSituation] = []

    def write(
        self, situations: Sequence[AskingSituation], *, temperature: float = 0, seed: int = 0
    ) -> list[str]:
        self.seen += situations
        text = next(self._texts)
        return [text for _ in situations]


def test_a_choice_may_be_words_or_the_number_of_a_direction() -> None:
    read = read_question("Which  matters? A. [2] B. moult in  spring C. [3].", DIRECTIONS)
    assert read
    assert read.text == "Which matters?"
    assert read.choices == ("nests", "moult in spring", "winter food")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Which matters most?",
        "Which? A. [1]",
        "Which? A. [1] B. [5]",
        "Which? A. [0] B. [1]",
        "Which? A. [1] B. [1]",
        "Which? A. a B. b C. c D. d",
        "Which? B. [1] A. [2]",
        "A. [1] B. [2]",
        "Choose. A. [1] B. [2]",
        "Which? A. B. [2]",
    ],
)
def test_what_is_no_question_with_two_or_three_different_choices_is_not_read(text: str) -> None:
    assert read_question(text, DIRECTIONS) is None


def test_what_is_written_reads_as_it_was() -> None:
    read = read_question(written("Which?", ("song", "nests")))
    assert read
    assert (read.text, read.choices) == ("Which?", ("song", "nests"))


def test_a_history_names_directions_by_number_longer_ones_first() -> None:
    said = (
        ClarifyingExchange(question="Which? A. food in winter B. food", reply="food, not foods"),
    )
    situation = AskingSituation(query=QUERY, history=said, directions=("food", "food in winter"))
    chat = messages_of(situation, "Ask.")
    assert [m["role"] for m in chat] == ["system", "user", "assistant", "user"]
    assert chat[1]["content"] == f"{QUERY}\n[1] food\n[2] food in winter"
    assert chat[2]["content"] == "Which? A. [2] B. [1]"
    assert chat[3]["content"] == "[1], not foods"


def test_a_reply_is_shown_as_far_as_a_small_model_can_read() -> None:
    said = (ClarifyingExchange(question="Which?", reply="one two three"),)
    situation = AskingSituation(query=QUERY, history=said)
    assert messages_of(situation, reply_words=2)[-1]["content"] == "one two"
    assert messages_of(situation)[-1]["content"] == "one two three"


def test_turns_are_drawn_as_whole_dialogues_from_their_beginning() -> None:
    turns = [
        turn(n, "song", history=n).model_copy(update={"example_id": f"g/{k}/{n}"})
        for k in range(3)
        for n in range(3)
    ]
    drawn = learned_from(turns, Ablation.NONE, per_query=4, seed=1)
    assert [len(each.history) for each in drawn] == [0, 1, 2, 0]
    assert drawn == learned_from(turns, Ablation.NONE, per_query=4, seed=1)
    assert len(learned_from(turns, Ablation.NONE, per_query=99)) == 9


def test_directions_are_choices_that_concern_what_is_wanted_of_other_questions() -> None:
    examples = [
        turn(1, "song", query="q1").model_copy(update={"choices": ("nests here", "song there")}),
        turn(2, "nests", query="q2").model_copy(update={"choices": ("plumes", "song now")}),
        turn(3, "nests", query="q3").model_copy(update={"choices": ()}),
    ]
    # "nests here" concerns the target of q2 and that of q3, "song now" that of q1;
    # "song there" only its own, "plumes" none
    pool = pool_of(examples, similarity=same_words, relevant=0.5, n=9)
    assert [d.text for d in pool] == ["nests here", "song now"]
    assert pool_of(examples, similarity=same_words, relevant=0.5, n=1) == pool[:1]
    assert pool_of([], similarity=same_words, relevant=0.5, n=9) == ()


def test_a_choice_of_two_queries_is_neithers_direction() -> None:
    examples = [
        turn(n, target, query=f"q{n}").model_copy(update={"choices": ("nests here",)})
        for n, target in enumerate(("nests", "nests", "song"))
    ]
    # q2's expert offered it, too, but q2 wants nothing of it; q0 and q1 do, and offered it
    assert pool_of(examples, similarity=same_words, relevant=0.5, n=9) == ()
    [direction] = pool_of(
        [*examples, turn(3, "nests", query="q3").model_copy(update={"choices": ()})],
        similarity=same_words,
        relevant=0.5,
        n=9,
    )
    assert direction.queries == ("q0", "q1", "q2")
    assert directions_for("q1", [direction], (), n=4, seed=0) == ()
    assert directions_for("q3", [direction], (), n=4, seed=0) == ("nests here",)


def test_how_a_wish_is_put_makes_no_direction_of_anything() -> None:
    wishes = ("The report should cover the song", "The report should cover the nests")
    examples = [
        turn(n, wish, query=f"q{n}").model_copy(update={"choices": ("your report", "a song")})
        for n, wish in enumerate(wishes)
    ]
    # both choices come from q0; the second concerns no target but its own
    by_words = similarity_of(LEXICAL)
    assert pool_of(examples, similarity=by_words, relevant=0.1, n=9) == ()


def test_nobody_is_shown_what_their_own_experts_offered() -> None:
    of = [("other", QUERY), (QUERY,), *[("other",)] * 7]
    pool = [AskableDirection(text=f"d{n}", queries=queries) for n, queries in enumerate(of)]
    shown = directions_for(QUERY, pool, ("p1", "p2", "p3"), n=4, seed=1)
    assert sorted(shown) == ["d2", "d3", "p1", "p2"]
    assert shown == directions_for(QUERY, pool, {QUERY: ("p1", "p2", "p3")}, n=4, seed=1)
    assert directions_for(QUERY, pool, (), n=0, seed=1) == ()


def test_an_expert_names_the_directions_nearest_to_the_target_and_none_twice() -> None:
    turns = [turn(0, "song of males"), turn(1, "migration", history=1)]
    first, second = pointed_lessons(turns, {QUERY: DIRECTIONS}, same_words)
    # nearest to the target first, then what else is wanted, then in the order shown
    assert first.answer == f"{WHICH} A. [1] B. [2]"
    assert second.situation.history[0].question == f"{WHICH} A. song B. nests"
    assert second.answer == f"{WHICH} A. [4] B. [3]"
    # nothing is left to name
    assert not pointed_lessons(
        [*turns, turn(2, "song", history=2)], {QUERY: DIRECTIONS}, same_words
    )[2:]


def test_in_words_of_their_own_experts_ask_as_they_did() -> None:
    (lesson,) = worded_lessons([turn(0, "song of males")])
    assert lesson.answer == "What about them? A. song B. nests"
    assert lesson.situation.directions == ()


def test_without_scaling_a_query_is_learned_from_once_with_all_its_targets() -> None:
    turns = [turn(0, "song"), turn(1, "nests", history=1), turn(0, "moult", query="other")]
    assert learned_from(turns, Ablation.NO_PENALTY) == tuple(turns)
    first, other = learned_from(turns, Ablation.NO_SCALING)
    assert first.targets == ("song", "song of males", "nests in walls", "nests")
    assert other.query == "other"


def test_what_is_no_question_is_worth_nothing_and_penalties_are_of_stage_two() -> None:
    asked = ClarifyingExchange(question="Which matters? A. song B. nests", reply="song")
    example = turn(1, "song").model_copy(update={"history": (asked,)})
    situation = AskingSituation(query=QUERY, history=(asked,), directions=DIRECTIONS)
    one, two = (
        Scoring(same_words, Thresholds(0.9, 0.5), with_penalties=stage) for stage in (False, True)
    )
    assert one.of("Hello.", situation, example).total == 0
    # beta * 1 + 1
    assert one.of("Which matters? A. [1] B. [2]", situation, example).total == 3
    # asked before: -beta * gamma * (0 + 1) + 1
    assert two.of("Which matters? A. [1] B. [2]", situation, example).total == -3
    # two questions: beta * 1 + 0.5
    assert one.of("Hm? Which? A. [1] B. [2]", situation, example).total == 2.5


def test_writing_no_question_costs_as_much_as_asking_beside_the_point() -> None:
    """Else it is what an asker learns in stage II."""
    asked = tuple(ClarifyingExchange(question=f"Which {x}?", reply="not important") for x in "ab")
    example = turn(2, "song").model_copy(update={"history": asked, "intents": ("song",)})
    situation = AskingSituation(query=QUERY, history=asked, directions=("moult", "plumes", "song"))
    two = Scoring(same_words, Thresholds(2, 0.5), with_penalties=True)
    # two deviant questions before: -beta * 2, and 1 for the form of the first
    assert two.of("What? A. [1] B. [2]", situation, example).total == -3
    assert two.of("Hello.", situation, example).total == -4
    assert two.of("What? A. [1] B. [3]", situation, example).total == 3


def test_a_judge_may_take_the_place_of_similarity() -> None:
    by_judge = Scoring(same_words, Thresholds(), with_penalties=False, content=lambda *_: 0.25)
    situation = AskingSituation(query=QUERY, directions=DIRECTIONS)
    assert by_judge.of("Which? A. [1] B. [2]", situation, turn(0, "song")).total == 1.5


async def test_dialogues_go_on_from_experts_turns_and_become_turns() -> None:
    prefix = (ClarifyingExchange(question="Asked 0?", reply="yes"),)
    start = Start(
        start_id="g/0/1", query=QUERY, intents=WANTED, prefix=prefix, directions=DIRECTIONS
    )
    model = Says("Which one? A. [1] B. [4]", "nothing to ask")
    (held,) = await converse([start], model=model, user_of=user_of, turns=3)
    first, second = held.exchanges
    assert first.question == "Which one? A. song B. migration"
    assert (second.question, second.reply) == ("nothing to ask", NO_QUESTION)
    assert [len(s.history) for s in model.seen] == [1, 2]
    turns = turns_of(held, same_words)
    assert all(each.is_rollout for each in turns)
    assert [len(each.history) for each in turns] == [1, 2]


def test_what_a_reply_told_is_no_target_of_a_later_turn() -> None:
    start = Start(start_id="s", query=QUERY, intents=("song now", "nests"))
    told = AskedExchange(question="of song ?", reply="song now", is_turned_down=False)
    again = AskedExchange(question="of song ?", reply="already asked", is_turned_down=True)
    last = AskedExchange(question="of nests ?", reply="nests", is_turned_down=False)
    turns = turns_of(Rollout(start=start, exchanges=(told, again, last, last)), same_words)
    assert [each.targets for each in turns] == [("song now", "nests"), ("nests",), ("nests",)]


def test_prefixes_are_spread_from_none_to_the_longest() -> None:
    turns = [turn(n, "song", history=n) for n in range(6)]
    starts = starts_of(turns, {QUERY: DIRECTIONS}, per_query=3, turns=5)
    assert [len(start.prefix) for start in starts] == [0, 2, 4]
    assert starts_of(turns[5:], {}, per_query=3, turns=5) == ()


FACTS = AskerFacts(
    stage="stage-2",
    asking=preset(Preset.TINY).asking,
    pool=tuple(AskableDirection(text=text, queries=("other",)) for text in DIRECTIONS),
    queries=("other",),
    seed=0,
)


def test_a_trained_asker_tries_until_it_may_ask_and_is_never_let_repeat_itself() -> None:
    shown = directions_for(QUERY, FACTS.pool, (), n=16, seed=0)
    model = Says("nothing", "Which? A. [9] B. [1]", "Which? A. [1] B. [2]")
    asked = ask_by_policy(Dialogue(question=QUERY), (), policy=model, facts=FACTS).question
    assert asked
    assert asked.choices == shown[:2]
    nothing = ask_by_policy(Dialogue(question=QUERY), (), policy=Says("Hm."), facts=FACTS)
    assert nothing.question is None
    assert "nothing new to ask" in nothing.ended


def test_the_papers_numbers_are_those_of_its_table() -> None:
    full = preset(Preset.FULL)
    assert (full.grpo.learning_rate, full.grpo.batch, full.grpo.repeats) == (1e-6, 8, 8)
    assert (full.sft.learning_rate, full.sft.batch) == (1e-5, 64)
    assert (full.grpo.epochs, full.sft.epochs) == (4, 4)
    assert (full.asking.prompt_tokens, full.asking.response_tokens) == (4096, 1024)
