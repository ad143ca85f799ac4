"""Every value says in a few lines what it is."""

from pathlib import Path

import pytest

from myscholar.domain.actions import ActionList
from myscholar.domain.model import Document, Frozen


class Bird(Frozen):
    name: str
    songs: tuple[str, ...] = ()
    rates: dict[str, float] | None = None
    mate: "Bird | None" = None
    rings: bool = False


def test_a_repr_leaves_out_what_is_as_by_default_and_counts_what_is_many() -> None:
    assert repr(Bird(name="Wren")) == "Bird(name='Wren')"
    few = Bird(name="Wren", songs=("a", "b"), rings=True)
    assert repr(few) == "Bird(name='Wren', songs=('a', 'b'), rings=True)"
    many = Bird(name="Robin", songs=("a",) * 4, rates={"dawn": 0.5}, mate=few)
    assert repr(many) == f"Bird(name='Robin', songs=<4 str>, rates={{'dawn': 0.5}}, mate={few!r})"


def test_a_long_text_is_cut_to_one_line_of_sixty_characters() -> None:
    assert repr(Bird(name="x" * 60)) == f"Bird(name='{'x' * 60}')"
    assert repr(Bird(name="x\n" * 60)) == f"Bird(name='{'x ' * 29}x…')"


def test_a_document_that_nobody_can_show_is_told_by_its_repr_and_says_who_writes_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(Document, "look", None)
    actions = ActionList(question="How?", actions=())
    assert actions._repr_html_() is None
    with pytest.raises(RuntimeError, match="from myscholar import MyScholar"):
        actions.save(tmp_path / "actions.json")
