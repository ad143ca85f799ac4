"""Facts travel as values, never as prose: outside the rooms that write them, nothing looks into the
words of an action or an inference to find out what they mean."""

import ast
from collections.abc import Iterator, Set
from pathlib import Path

import pytest

import myscholar

PACKAGE = Path(myscholar.__file__).parent
WORDS = {"text", "tldr"}
INFERENCES, ACTIONS = {"inference", "i"}, {"action", "candidate", "a", "c"}
"""How the package names what has such words, alone or at the end of a longer name."""
MATCHING = {"search", "match", "fullmatch", "finditer", "findall", "split"}
LOOKING = {"startswith", "endswith", "partition", "rpartition", "find", "index", "count", "split"}
FOREIGN = {"profile": ACTIONS, "actions": INFERENCES, "library": set[str](), "search": set[str]()}
"""The rooms that write these words look into their own, to read what a user wrote freely and to
check what a model wrote: neither has facts but its words. Two rooms are handed neither."""
ALLOWED = {
    "report/llm/search_limits.py asked_limits": "a limit that a model read off an action must "
    "stand in the words it read: a check of the model's reply, as of a quote",
}


class Looks:
    """Where a module matches a pattern with such words, calls a str method on them that searches,
    or looks for something `in` them; through variables and functions of the module, too."""

    def __init__(self, source: str, speakers: Set[str] = INFERENCES | ACTIONS) -> None:
        self.speakers = speakers
        kinds = (ast.FunctionDef, ast.AsyncFunctionDef)
        tree = ast.parse(source)
        self.functions = [f for f in ast.walk(tree) if isinstance(f, kinds)]
        self.speaking = {
            f.name
            for f in self.functions
            for node in ast.walk(f)
            if isinstance(node, ast.Return) and node.value and self.are_words(node.value, set())
        }
        self.reading = {f.name for f in self.functions if any(self.found(f, set(arguments(f))))}

    def __iter__(self) -> Iterator[str]:
        return (f.name for f in self.functions if any(self.found(f, self.variables(f))))

    def variables(self, function: ast.AST) -> set[str]:
        taken: set[str] = set()
        for node in ast.walk(function):
            if isinstance(node, ast.Assign) and self.are_words(node.value, taken):
                taken |= {t.id for t in node.targets if isinstance(t, ast.Name)}
        return taken

    def found(self, function: ast.AST, taken: Set[str]) -> Iterator[bool]:
        for node in ast.walk(function):
            match node:
                case ast.Call(func=ast.Attribute(attr=name, value=of), args=args):
                    yield name in MATCHING and any(self.are_words(a, taken) for a in args)
                    is_search = name in LOOKING and (name != "split" or bool(args))
                    yield is_search and self.are_words(of, taken)
                case ast.Call(func=ast.Name(id=name), args=args):
                    of_module = name in getattr(self, "reading", ())
                    yield of_module and any(self.are_words(a, taken) for a in args)
                case ast.Compare(ops=ops, comparators=others):
                    yield any(
                        isinstance(o, ast.In | ast.NotIn) and self.are_words(other, taken)
                        for o, other in zip(ops, others, strict=True)
                    )

    def are_words(self, node: ast.expr, taken: Set[str]) -> bool:
        """Whether it is such words, also when put together or changed; a set of texts is not."""
        match node:
            case ast.Attribute(attr=name, value=ast.Name(id=of) | ast.Attribute(attr=of)):
                return name in WORDS and of.rsplit("_", 1)[-1] in self.speakers
            case ast.Name(id=name):
                return name in taken
            case ast.JoinedStr(values=parts):
                return any(self.are_words(p, taken) for p in parts)
            case ast.FormattedValue(value=part) | ast.Subscript(value=part):
                return self.are_words(part, taken)
            case ast.BinOp(left=one, right=other) | ast.IfExp(body=one, orelse=other):
                return self.are_words(one, taken) or self.are_words(other, taken)
            case ast.Call(func=ast.Attribute(attr="join"), args=[part]):
                return self.are_words(part, taken)
            case ast.Call(func=ast.Attribute(value=of)):
                return self.are_words(of, taken)
            case ast.Call(func=ast.Name(id=name)):
                return name in getattr(self, "speaking", ())
        return False


def arguments(function: ast.FunctionDef | ast.AsyncFunctionDef) -> list[str]:
    return [a.arg for a in (*function.args.args, *function.args.kwonlyargs)]


def test_only_the_rooms_that_write_actions_and_inferences_look_into_their_words() -> None:
    files = {path: path.relative_to(PACKAGE) for path in PACKAGE.rglob("*.py")}
    looking = {
        f"{file} {name}"
        for path, file in files.items()
        for name in Looks(
            path.read_text(encoding="utf-8"), FOREIGN.get(file.parts[0], INFERENCES | ACTIONS)
        )
    }
    assert looking == set(ALLOWED)


@pytest.mark.parametrize(
    "body",
    [
        "return bool(_TABLE.search(action.text))",
        "return re.search('table', f'{action.tldr}. {action.text}')",
        "return aim.action.tldr.startswith('Put')",
        "return 'table' in chosen_action.text.casefold()",
        "return inference.text.partition(':')[0]",
        "return any(_TABLE.search(a.text) for a in actions)",
        "said = ' '.join((i.text if i else '').split())\n    return _HABIT.match(said)",
        "said = action.text.casefold()\n    return said.find('table')",
        "return is_about_tables(action.text)",
        "return _TABLE.search(words_of(action))",
    ],
)
def test_a_look_into_words_is_seen_however_it_is_taken(body: str) -> None:
    planted = (
        f"def planted(action):\n    {body}\n\n"
        "def is_about_tables(words):\n    return _TABLE.search(words)\n\n"
        "def words_of(action):\n    return f'{action.tldr}. {action.text}'\n"
    )
    assert list(Looks(planted)) == ["planted"]


@pytest.mark.parametrize(
    "body",
    [
        "return ' '.join(action.text.split())",
        "return action.text in chosen",
        "return shorten(action.text, 80)",
        "return action.tldr.rstrip('. ')",
        "return _TABLE.search(section.text)",
    ],
)
def test_showing_or_comparing_words_whole_is_no_look(body: str) -> None:
    assert list(Looks(f"def shown(action):\n    {body}\n")) == []
