"""The direction of imports, as drawn in `docs/architecture.md`: a room imports only from rooms
before it, siblings not from each other."""

import ast
import re
from functools import cache
from pathlib import Path

import myscholar
from myscholar.actions.candidates import PLACE_OF
from myscholar.domain.actions import Verb

PACKAGE = Path(myscholar.__file__).parent
RANKS = {
    "errors": 0,
    "domain": 0,
    "logs": 1,
    "processes": 0,
    "streams": 0,
    "tracing": 2,
    "text": 1,
    "gateways.pacing": 0,
    "gateways.bodies": 0,
    "gateways.llm": 1,
    "gateways.semantic_scholar": 1,
    "gateways.embedding": 1,
    "gateways.storage": 1,
    "gateways.system_keyring": 1,
    "runs": 2,
    "library": 3,
    "search": 3,
    "profile": 3,
    "actions": 3,
    "report": 3,
    "interactive.users": 4,
    "interactive.clarify": 4,
    "interactive.team": 4,
    "interactive.steer": 4,
    "environment": 4,
    "settings": 5,
    "workflows": 5,
    "views": 6,
    "surfaces": 7,
}
MAY_SHARE_A_RANK = {
    ("domain", "errors"),
    ("workflows", "settings"),
    ("gateways.pacing", "processes"),
}
ONLY_STORAGE = {"runs": {"errors", "domain", "gateways.storage", "logs"}}
VIEWS = {"errors", "domain", "text", "settings", "workflows"}
"""They read what workflows return: no step of the subject, no door, no run of their own."""
SURFACES = {"settings", "workflows", "views", "runs", "domain", "errors", "logs"} | {
    "processes",
    "streams",
}
DOMAIN_IMPORTS = {
    "myscholar",
    "pydantic",
    "numpy",
    "collections",
    "dataclasses",
    "enum",
    "re",
    "typing",
    "unicodedata",
}
"""No I/O, no clock, no randomness."""
DECIDING = ("library", "search", "text", "profile", "actions", "report")
SOURCE = re.compile(r"\b(?:by\s+hand|source|measured)\b", re.IGNORECASE)


def room_of(module: str) -> str | None:
    """`myscholar.gateways.llm.x` -> `gateways.llm`; None for the top module itself."""
    parts = module.split(".")[1:]
    if not parts:
        return None
    return (
        ".".join(parts[:2])
        if parts[0] in ("gateways", "interactive") and len(parts) > 1
        else parts[0]
    )


@cache
def imports_of(path: Path) -> set[str]:
    """Every module imported anywhere in the file: at the top, inside functions, under
    TYPE_CHECKING, relatively."""
    package = ["myscholar", *path.relative_to(PACKAGE).parts[:-1]]
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            module = ".".join([*base, *([node.module] if node.module else [])])
            found |= (
                {f"{module}.{alias.name}" for alias in node.names}
                if module in ("myscholar", "myscholar.gateways")
                else {module}
            )
    return found


def rooms_imported() -> list[tuple[Path, str, str]]:
    return [
        (path, room, other)
        for path in sorted(PACKAGE.rglob("*.py"))
        if (
            room := room_of(
                ".".join(["myscholar", *path.relative_to(PACKAGE).with_suffix("").parts])
            )
        )
        and room not in ("__init__", "__main__")
        for module in imports_of(path)
        if module.split(".")[0] == "myscholar" and (other := room_of(module)) and other != room
    ]


def test_every_room_stands_in_the_plan() -> None:
    rooms = {room for _, room, _ in rooms_imported()}
    assert rooms - set(RANKS) - {"gateways", "interactive"} == set()


def test_a_room_imports_only_from_rooms_before_it() -> None:
    wrong = [
        f"{path.relative_to(PACKAGE)}: {room} imports {other}"
        for path, room, other in rooms_imported()
        if not (RANKS[other] < RANKS[room] or (room, other) in MAY_SHARE_A_RANK)
        or (room in ONLY_STORAGE and other not in ONLY_STORAGE[room])
        or (room == "views" and other not in VIEWS)
        or (room == "surfaces" and other not in SURFACES)
    ]
    assert wrong == []


def test_the_domain_knows_only_values() -> None:
    files = [PACKAGE / "errors.py", *sorted((PACKAGE / "domain").glob("*.py"))]
    outside = {
        (path.name, module)
        for path in files
        for module in imports_of(path)
        if module.split(".")[0] not in DOMAIN_IMPORTS
    }
    assert outside - {("errors.py", "pathlib"), ("model.py", "pathlib")} == set()


def test_nothing_in_the_product_imports_the_evaluation() -> None:
    assert [
        str(p)
        for p in PACKAGE.rglob("*.py")
        for m in imports_of(p)
        if m.split(".")[0] in ("eval", "tests")
    ] == []


def reads_the_environment(path: Path) -> bool:
    names = {
        node.attr if isinstance(node, ast.Attribute) else node.name
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Attribute | ast.alias)
    }
    return bool(names & {"environ", "environb", "getenv"})


def test_only_settings_reads_the_environment() -> None:
    assert [p.name for p in PACKAGE.rglob("*.py") if reads_the_environment(p)] == ["settings.py"]


def test_the_way_of_the_model_imports_nothing_extractive() -> None:
    files = {
        ".".join(["myscholar", *path.relative_to(PACKAGE).with_suffix("").parts]): path
        for path in PACKAGE.rglob("*.py")
    }
    for engine in ("profile.llm", "actions.llm", "report.llm", "interactive.clarify.llm"):
        reached = {m for m in files if m.startswith(f"myscholar.{engine}.")}
        waiting = list(reached)
        while waiting:
            new = (imports_of(files[waiting.pop()]) & files.keys()) - reached
            reached |= new
            waiting.extend(new)
        assert [m for m in sorted(reached) if ".extractive" in m] == []


def test_no_modules_import_each_other_in_a_circle_deferred_imports_counted() -> None:
    names = {
        ".".join(["myscholar", *p.relative_to(PACKAGE).with_suffix("").parts]).removesuffix(
            ".__init__"
        ): p
        for p in PACKAGE.rglob("*.py")
    }
    left = {name: imports_of(path) & names.keys() - {name} for name, path in names.items()}
    while free := [name for name, needs in left.items() if not needs & left.keys()]:
        for name in free:
            del left[name]
    assert sorted(left) == []


def test_every_file_that_the_drawing_names_is_there() -> None:
    text = (PACKAGE.parent / "docs" / "architecture.md").read_text(encoding="utf-8")
    known = {
        path.relative_to(PACKAGE.parent).as_posix() for path in PACKAGE.parent.glob("[!.]*/**/*")
    }
    named = re.findall(r"`([\w/]+\.(?:py|js|md))`", text)
    assert [n for n in named if not any(f"/{k}".endswith(f"/{n}") for k in known)] == []


def test_every_verb_has_its_place_among_actions() -> None:
    assert set(PLACE_OF) == set(Verb)


def is_number(value: ast.expr | None) -> bool:
    """Also several, and what is worked out from some, such as 10**9."""
    match value:
        case ast.Constant(value=int() | float() as number):
            return not isinstance(number, bool)
        case ast.Tuple(elts=parts):
            return bool(parts) and all(map(is_number, parts))
        case ast.UnaryOp(operand=part):
            return is_number(part)
        case ast.BinOp(left=left, right=right):
            return is_number(left) and is_number(right)
    return False


def docstring(below: ast.stmt | None) -> str:
    match below:
        case ast.Expr(value=ast.Constant(value=str() as said)):
            return said
    return ""


def numbers_without_a_source(path: Path) -> list[str]:
    body = ast.parse(path.read_text(encoding="utf-8")).body
    return [
        f"{path.relative_to(PACKAGE)}: {ast.unparse(statement)}"
        for statement, below in zip(body, [*body[1:], None], strict=True)
        if isinstance(statement, ast.Assign | ast.AnnAssign) and is_number(statement.value)
        if not SOURCE.search(docstring(below))
    ]


def test_a_number_that_decides_stands_beside_its_source() -> None:
    files = (p for room in DECIDING for p in sorted((PACKAGE / room).rglob("*.py")))
    assert [number for path in files for number in numbers_without_a_source(path)] == []
