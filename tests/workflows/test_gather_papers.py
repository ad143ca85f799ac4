"""Uploads: their names come from outside."""

import pytest

from myscholar.domain.papers import Relation
from myscholar.workflows.gather_papers import Upload, read_uploads

ROW = b'{"title": "Tides of the Moon"}\n'


@pytest.mark.parametrize(
    "name", ["../../etc/passwd.jsonl", "..\\..\\x.jsonl", "/etc/x.jsonl", "\u6f6e" * 200 + ".jsonl", "a\0b.jsonl"]
)
def test_no_name_leaves_its_folder_or_is_too_long_to_be_written(name: str) -> None:
    read = read_uploads([Upload(name, ROW)], relation=Relation.MINE)
    assert [p.title for p in read.papers] == ["Tides of the Moon"]


def test_a_problem_is_told_under_the_name_that_the_owner_gave() -> None:
    read = read_uploads([Upload("my/\u6f6e?.pdf", b"no PDF"), Upload("x.jsonl", ROW)], relation=Relation.MINE)
    assert len(read.papers) == 1
    assert read.problems[0].startswith("my/\u6f6e?.pdf: ")
