"""The forms of English verbs, by rule."""

import re


def third_person(verb: str) -> str:
    """ "show" -> "shows", "study" -> "studies", "switch" -> "switches", "have" -> "has"."""
    if verb == "have":
        return "has"
    if _ends_in_y(verb):
        return f"{verb[:-1]}ies"
    return f"{verb}es" if verb.endswith(("ch", "sh", "s", "x", "o")) else f"{verb}s"


def verb_forms(verb: str, past: str = "", participle: str = "") -> tuple[str, ...]:
    """As it stands after "we", after "it", in the past, and after "by"; irregular ones are
    given."""
    short = verb.removesuffix("e")
    regular = f"{verb[:-1]}ied" if _ends_in_y(verb) else f"{short}ed"
    return verb, third_person(verb), past or regular, participle or f"{short}ing"


def _ends_in_y(verb: str) -> bool:
    return bool(re.search(r"[^aeiou]y$", verb))
