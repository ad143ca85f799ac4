"""A detailed question -> a simple one, and the constraints that were taken out. Source: IntentRL
§3.3, E.1."""

import re

from myscholar.domain.text import one_line
from myscholar.interactive.clarify.training.examples import Simplified
from myscholar.text.lexicons import pattern
from myscholar.text.question_topics import is_asking, topic_phrases
from myscholar.text.sentences import sentences
from myscholar.text.terms import content_stems

FEWEST_LEFT = 2
"""Content words of a topic that a simple question keeps; by hand."""
_EXAMPLES = pattern("intents.examples")
_NARROWING, _QUALIFYING = pattern("intents.narrowing"), pattern("intents.qualifying")
_MAIN_CLAUSE = pattern("questions.main_clause")
_ROLE, _WHETHER = pattern("intents.role"), pattern("questions.asks_whether")
_ANOTHER, _LEANS_BACK = pattern("questions.another_question"), pattern("questions.leans_back")
_BRACKETS = re.compile(r"\(([^()\s]*+\s[^()]*+)\)")
_ADDRESS = pattern("intents.address")


def simplify(original: str) -> Simplified:
    """What was taken out is said in the first person. A question that holds nothing to take out
    stays as it is, without shallow intents."""
    core, others = _parted(_ADDRESS.sub("", one_line(original)))
    query, cut = _cut(core)
    shallow = tuple(dict.fromkeys([*cut, *map(_told, others)]))
    return Simplified(query=query if shallow else original, shallow=shallow)


def _parted(text: str) -> tuple[str, tuple[str, ...]]:
    """The sentence that asks and can stand alone, and all others."""
    said = list(sentences(text)) or [text]
    alone = [s for s in said if is_asking(s) and not _LEANS_BACK.search(s) and _says_enough(s)]
    core = next(iter(alone), said[0])
    return core, tuple(sentence for sentence in said if sentence is not core)


def _cut(core: str) -> tuple[str, list[str]]:
    """The question without what narrows it, and that in the order in which it stood."""
    end = "?" if core.endswith("?") else "."
    text, cut = core.strip(" .?!"), list[str]()
    for bracket in _BRACKETS.findall(text):
        text = text.replace(f"({bracket})", "").replace("  ", " ").replace(" ,", ",").strip()
        cut.append(_meant(_EXAMPLES.sub("", f" {bracket}")))
    text = text.lstrip(" :,;")
    for opening in (_MAIN_CLAUSE, _ROLE):
        if (main := opening.search(text)) and main.start(1) and _says_enough(main[1]):
            cut.append(_meant(text[: main.start(1)]))
            text = main[1]
    if (other := _ANOTHER.search(text)) and _says_enough(text[: other.start()]):
        cut.append(f"I also want to know {_lower(other[1])}.")
        text = text[: other.start()]
    examples = () if _WHETHER.search(text) else (_EXAMPLES,)  # a verb follows them there
    for introduced in (_QUALIFYING, *examples, _NARROWING):
        text, narrowed = _without_end(text, introduced)
        cut += narrowed
    return f"{text[:1].upper()}{text[1:].rstrip(' ,;:')}{end}", cut


def _without_end(text: str, introduced: re.Pattern[str]) -> tuple[str, list[str]]:
    """Without what is introduced so, as far to the left as leaves a topic."""
    for match in introduced.finditer(text):
        if _says_enough(text[: match.start()]):
            kept = match.end() if introduced is _EXAMPLES else match.start(1)
            return text[: match.start()], [_meant(text[kept:])]
    return text, []


def _says_enough(text: str) -> bool:
    named = {stem for phrase in topic_phrases(text) for stem in content_stems(phrase)}
    return len(named) >= FEWEST_LEFT


def _meant(text: str) -> str:
    return f"I mean {_lower(text.strip(' ,;:.'))}."


def _told(sentence: str) -> str:
    """A sentence beside the one that asks, as what its asker wants or says."""
    if sentence.endswith("?"):
        return f"I also want to know {_lower(sentence.rstrip('?'))}."
    return sentence


def _lower(text: str) -> str:
    """With a small first letter, but for names and acronyms."""
    first, _, rest = text.partition(" ")
    is_name = any(c.isupper() for c in first[1:] + rest[:1]) or first == "I"
    return text if is_name else f"{text[:1].lower()}{text[1:]}"
