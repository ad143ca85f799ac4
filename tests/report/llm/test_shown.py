"""Which actions a prompt shows, and how."""

from collections.abc import Callable

import pytest

from myscholar.domain.actions import Action, Stage, Verb
from myscholar.domain.interaction import AspectOrigin, Persona, PersonaAspect
from myscholar.domain.orders import Visibility
from myscholar.report.llm.shown import ids_of, number_actions, print_actions, print_asked

STAGES = (Stage.SEARCH_ADD, Stage.GENERATION, Stage.ORGANIZATION, Stage.SEARCH_REFINE)


@pytest.fixture
def chosen(action: Callable[..., Action]) -> tuple[Action, ...]:
    return tuple(
        action(Verb.FREE, name=f"a{i}", emphasis=i == 2).model_copy(
            update={"stage": stage, "text": f"I can\ndo {i}"}
        )
        for i, stage in enumerate(STAGES, 1)
    )


@pytest.mark.parametrize(
    ("visibility", "search", "outline", "writing"),
    [
        (Visibility.ALL, [1, 2, 3, 4], [1, 2, 3, 4], [1, 2, 3, 4]),
        (Visibility.RELEVANT, [1, 4], [3], [2]),
        (Visibility.INCREMENTAL, [1, 4], [1, 3, 4], [1, 2, 3, 4]),
        (Visibility.ONE_PROMPT, [1, 2, 3, 4], [1, 2, 3, 4], [1, 2, 3, 4]),
    ],
)
def test_numbers_stay_the_same_whatever_a_step_shows(
    chosen: tuple[Action, ...],
    visibility: Visibility,
    search: list[int],
    outline: list[int],
    writing: list[int],
) -> None:
    stages = (Stage.SEARCH_ADD, Stage.ORGANIZATION, Stage.GENERATION)
    assert [[n for n, _ in number_actions(chosen, stage, visibility)] for stage in stages] == [
        search,
        outline,
        writing,
    ]


def test_an_emphasized_action_is_said_to_matter_most(chosen: tuple[Action, ...]) -> None:
    assert print_actions(number_actions(chosen[:2], Stage.SEARCH_ADD)) == (
        "A1 (search): I can do 1\nA2 (writing; the reader cares most about this one): I can do 2"
    )


def test_no_actions_are_said_to_be_none() -> None:
    assert print_actions(()) == "none"


def test_numbers_that_were_not_shown_stand_for_nothing(chosen: tuple[Action, ...]) -> None:
    assert ids_of(
        [4, 2, 9, 4, 0], number_actions(chosen, Stage.SEARCH_ADD, Visibility.RELEVANT)
    ) == ("a4",)


def test_a_question_is_shown_with_who_asks_and_what_they_want_and_not_what_they_turned_down() -> (
    None
):
    assert print_asked("Why?", Persona()) == "Why?"
    persona = Persona(
        text="I keep\nbees.",
        aspects=(
            PersonaAspect(text="mites", origin=AspectOrigin.STATED),
            PersonaAspect(text="honey", origin=AspectOrigin.REPLY, refused=True),
        ),
    )
    assert print_asked("Why?", persona) == (
        "Why?\n\nWho asks: I keep bees.\n\nThey expect to read of, as far as papers tell it:\n"
        "- mites"
    )
