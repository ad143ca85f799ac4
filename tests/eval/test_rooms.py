"""The evaluation's own direction of imports: nouns, then what reads, counts and judges, then
metrics, then studies, then what shows them, then commands."""

import ast
from pathlib import Path

import eval as package

ROOT = Path(package.__file__).parent
RANKS = {
    "domain": 0,
    "statistics": 1,
    "datasets": 1,
    "judges": 1,
    "arena": 2,
    "systems": 2,
    "metrics": 2,
    "studies": 3,
    "show": 4,
    "commands": 5,
}


def rooms_imported() -> set[tuple[str, str, str]]:
    found = set()
    for path in sorted(ROOT.rglob("*.py")):
        room = path.relative_to(ROOT).parts[0]
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            modules = (
                [a.name for a in node.names]
                if isinstance(node, ast.Import)
                else [node.module or ""]
                if isinstance(node, ast.ImportFrom)
                else []
            )
            found |= {(path.name, room, m.split(".")[1]) for m in modules if m.startswith("eval.")}
    return found


def test_a_room_of_the_evaluation_imports_only_from_rooms_before_it():
    assert [
        f"{name}: {room} imports {other}"
        for name, room, other in sorted(rooms_imported())
        if room in RANKS and other != room and RANKS.get(other, 9) >= RANKS[room]
    ] == []


def test_nothing_in_the_evaluation_imports_a_screen():
    wrong = [
        path.name
        for path in ROOT.rglob("*.py")
        if "bench" not in path.relative_to(ROOT).parts
        and "myscholar.surfaces" in path.read_text(encoding="utf-8")
    ]
    assert wrong == []
