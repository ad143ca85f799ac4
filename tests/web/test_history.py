from myscholar.surfaces.web.history import LIMIT, History


def test_what_was_changed_can_be_undone_and_redone() -> None:
    history = History("a").changed("b").changed("c")
    assert history.undone().now == "b"
    assert history.undone().undone().now == "a"
    assert history.undone().undone().redone().redone() == history


def test_a_new_change_drops_what_was_undone() -> None:
    assert History("a").changed("b").undone().changed("c").redone().now == "c"


def test_nothing_happens_at_the_ends_or_without_a_change() -> None:
    history = History("a")
    assert history.undone() == history.redone() == history.changed("a") == history


def test_the_oldest_steps_are_forgotten() -> None:
    history = History(0)
    for number in range(1, LIMIT + 5):
        history = history.changed(number)
    assert len(history.past) == LIMIT
    assert history.past[0] == 4


def test_no_two_steps_have_one_number_whatever_their_direction() -> None:
    first = History("a").changed("b")
    assert [h.n_steps for h in (History("a"), first, first.undone(), first.undone().redone())] == [
        0,
        1,
        2,
        3,
    ]
