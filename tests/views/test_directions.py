"""Signs that turn the direction of writing turn nothing that is shown; Arabic and Hebrew stay."""

from typing import Any

import pytest
from pydantic import ValidationError
from rich.console import Console

from myscholar.domain.papers import Paper, PaperId
from myscholar.domain.report import Report
from myscholar.surfaces.cli import screen
from myscholar.surfaces.web.plain import plain
from myscholar.views.profile_view import profile_view
from myscholar.views.report_file import FORMATS
from myscholar.views.section_text import pieces_of

TURNS = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"


def turned(value: Any, name: str = "") -> Any:
    """Every "s" of what is read becomes a sign that turns, the same in passages and quotes."""
    if isinstance(value, dict):
        return {key: turned(inner, key) for key, inner in value.items()}
    if isinstance(value, list):
        return [turned(inner, name) for inner in value]
    is_read = name in ("text", "title", "authors", "venue", "tldr", "question", "explanation")
    return value.replace("s", "\u202e") if is_read and isinstance(value, str) else value


def has_turns(text: str) -> bool:
    return any(sign in text for sign in TURNS)


@pytest.mark.parametrize(
    "title", ["في القراءة: مراجعة (2020)", "על הקריאה \u200fABC\u200f 12", "\u202e"]
)
def test_a_title_in_any_direction_is_kept_as_it_is(title: str) -> None:
    assert Paper(paper_id=PaperId("p"), title=title, authors=(title,)).title == title
    assert [plain(title).replace("\\", ""), screen.plain(title)] == [title.strip("\u202e")] * 2


def test_titles_authors_and_venues_turn_nothing_behind_them() -> None:
    paper = Paper.model_validate(
        {
            "paper_id": "p",
            "title": f"Tides {TURNS} rise",
            "authors": [f"Ada{TURNS}"],
            "venue": f"{TURNS}Sea",
        }
    )
    assert (paper.title, paper.authors, paper.venue) == ("Tides rise", ("Ada",), "Sea")
    with pytest.raises(ValidationError):
        Paper(paper_id=PaperId("p"), title=" \n")


def test_a_formula_turns_nothing_where_it_is_drawn_and_where_it_is_exported() -> None:
    (piece,) = pieces_of(f"$a{TURNS}b$")
    assert piece.latex == "ab"
    assert not has_turns(piece.model_dump_json())


@pytest.mark.parametrize("ending", sorted({*FORMATS} - {".json"}))
def test_nothing_that_is_read_turns_a_report_that_is_exported(report: Report, ending: str) -> None:
    whole = Report.model_validate(turned(report.model_dump(mode="json")))
    assert has_turns(whole.model_dump_json())
    assert not has_turns(FORMATS[ending](whole))


def test_nothing_that_is_read_turns_a_profile(sample_profile: Any) -> None:
    whole = type(sample_profile).model_validate(turned(sample_profile.model_dump(mode="json")))
    assert not has_turns(profile_view(whole).model_dump_json())


def test_nothing_turns_a_terminal_or_a_page_of_the_app() -> None:
    console = Console()
    with console.capture() as shown:
        console.print(screen.escape(f"a{TURNS}b"))
    assert shown.get() == "ab\n"
    assert plain(f"a{TURNS}b") == "ab"
