"""What a reader chose is remembered once an action, corrected and forgotten, on SQLite and on
PostgreSQL."""

from collections.abc import Iterator

import pytest

from myscholar.domain.actions import Action, Category, Directive, Stage, Verb
from myscholar.domain.evidence import ActionId
from myscholar.domain.profile import ProfileId
from myscholar.errors import UnknownName
from myscholar.gateways.storage.records import Choice, ChoiceKind
from myscholar.gateways.storage.store import Store, open_store

MINE, OTHER = ProfileId("p"), ProfileId("q")


def _choice(
    action_id: str,
    kind: ChoiceKind = ChoiceKind.PICKED,
    *,
    question: str = "How?",
    profile_id: ProfileId | None = MINE,
    words: str = "",
    origin: str = "extractive",
) -> Choice:
    said = words or f"Compare {action_id} in a table"
    action = Action(
        action_id=ActionId(action_id),
        tldr=said,
        text=f"I can do this: {said}.",
        stage=Stage.ORGANIZATION,
        origin=origin,
        category=Category.CONTENT,
        personalized=False,
        directive=Directive(verb=Verb.COMPARE),
    )
    return Choice(
        profile_id=profile_id,
        question=question,
        action=action,
        kind=kind,
        at="2026-01-01T00:00:00Z",
    )


def _shown(store: Store, profile_id: ProfileId | None = MINE) -> list[tuple[str, str, str]]:
    return [(c.question, c.action.action_id, c.kind.value) for c in store.choices.of(profile_id)]


@pytest.fixture
def store(url: str) -> Iterator[Store]:
    store = open_store(url)
    yield store
    store.close()


def test_choices_are_remembered_a_profile_and_come_back_as_they_went_in(store: Store) -> None:
    given = [_choice("a1"), _choice("a2", ChoiceKind.REJECTED)]
    store.choices.save(given)
    store.choices.save([_choice("a3", ChoiceKind.EDITED, profile_id=None)])
    store.choices.save([])
    assert [c.model_copy(update={"choice_id": 0}) for c in store.choices.of(MINE)] == given
    assert _shown(store, None) == [("How?", "a3", "edited")]
    assert store.choices.of(OTHER) == ()


def test_the_last_choice_on_an_action_for_a_question_counts(store: Store) -> None:
    store.choices.save([_choice("a1"), _choice("a2")])
    store.choices.save(
        [
            _choice("a1", question="Why?"),
            _choice("a1", profile_id=OTHER),
            _choice("a1", profile_id=None),
        ]
    )
    store.choices.save([_choice("a1", ChoiceKind.REJECTED)])
    assert _shown(store) == [
        ("How?", "a2", "picked"),
        ("Why?", "a1", "picked"),
        ("How?", "a1", "rejected"),
    ]
    assert len(store.choices.of(OTHER)) == len(store.choices.of(None)) == 1
    store.choices.save([_choice("a1", ChoiceKind.REJECTED, profile_id=None)])
    assert _shown(store, None) == [("How?", "a1", "rejected")]


def test_an_action_in_the_users_words_takes_the_place_of_the_one_that_was_reworded(
    store: Store,
) -> None:
    store.choices.save([_choice("g1")])
    store.choices.save([_choice("g1", ChoiceKind.EDITED, words="Compare by year", origin="user")])
    assert _shown(store) == [("How?", "g1", "edited")]


def test_another_proposals_action_of_the_same_number_is_another_action(store: Store) -> None:
    store.choices.save(
        [_choice("g1", words="Compare in a table"), _choice("g2", words="List the data")]
    )
    store.choices.save(
        [
            _choice("g1", ChoiceKind.REJECTED, words="List the data"),
            _choice("g2", words="Define terms"),
        ]
    )
    assert [(c.action.tldr, c.kind.value) for c in store.choices.of(MINE)] == [
        ("Compare in a table", "picked"),
        ("List the data", "rejected"),
        ("Define terms", "picked"),
    ]


def test_a_choice_is_corrected_and_an_unknown_one_is_named(store: Store) -> None:
    store.choices.save([_choice("a1"), _choice("a2")])
    first = store.choices.of(MINE)[0]
    store.choices.correct(first.choice_id, ChoiceKind.REJECTED)
    assert _shown(store) == [("How?", "a1", "rejected"), ("How?", "a2", "picked")]
    with pytest.raises(UnknownName, match="999"):
        store.choices.correct(999, ChoiceKind.PICKED)


def test_one_choice_or_all_of_a_profile_are_forgotten(store: Store) -> None:
    store.choices.save([_choice("a1"), _choice("a2"), _choice("a3", profile_id=OTHER)])
    store.choices.forget(store.choices.of(MINE)[0].choice_id)
    assert [action for _, action, _ in _shown(store)] == ["a2"]
    store.choices.forget(999)
    assert store.choices.forget_all(MINE) == 1
    assert store.choices.of(MINE) == ()
    assert len(store.choices.of(OTHER)) == 1
