"""A subject that fits the papers that show it: "Your papers ..." is said of most of them, and no
sentence says how many."""

import re

from myscholar.profile.wording import SentenceSubject, is_most
from myscholar.text.lexicons import pattern, word_set
from myscholar.text.verbs import third_person

_OPENING = pattern("inferences.opening")
_OF_ALL = pattern("inferences.of_all")
_BEFORE_VERB = pattern("inferences.before_verb")
_NO_VERB = word_set("inferences.no_verb") | word_set("grammar.prepositions")
_UNCHANGING = word_set("inferences.unchanging")
_ENDS_IN_ED = word_set("inferences.ends_in_ed")
_BE = {"are": "is", "were": "was"}


def in_scope(text: str, subject: SentenceSubject) -> str:
    """The text said of just these papers, its verb in their number; as it is where it does not
    speak of papers, fits them already, or can't be put into their number by rule."""
    found = _OPENING.search(text)
    if found is None and subject.is_plural and not is_most(subject.n_mine, subject.shelf.n_mine):
        return _OF_ALL.sub("some of your papers", text, count=1)
    if found is None or not subject.papers or _fits(found, subject):
        return text
    rest, is_singular = text[found.end() :], bool(found["one"] or not found["papers"])
    if not subject.is_plural:
        said = _of_one(rest, is_singular=is_singular)
        return f"{subject}{said}" if said else text
    if is_singular:
        mass = found["mass"] if subject.n_mine == subject.n else None
        return f"Some of your {mass.lower()}{rest}" if mass else text
    return f"{subject}{rest}"


def is_in_scope(text: str, subject: SentenceSubject) -> bool:
    """Whether the papers that it speaks of, if it does, are as many as these."""
    found = _OPENING.search(text)
    return _fits(found, subject) if found else not is_too_wide(text, subject)


def is_too_wide(text: str, subject: SentenceSubject) -> bool:
    """Whether it says of "your papers" what one of several shows, in a place where no rule mends
    it."""
    is_one_of_several = subject.n == 1 and len(subject.shelf.papers) > 1
    return is_one_of_several and not _OPENING.search(text) and bool(_OF_ALL.search(text))


def _fits(opening: re.Match[str], subject: SentenceSubject) -> bool:
    shelf = subject.shelf
    if subject.n_mine < subject.n:
        return "you follow" in opening.group() and not opening["n"]
    if opening["n"]:
        return False
    if opening["one"]:
        return not subject.is_plural
    if opening["some"]:
        return subject.is_plural
    return is_most(subject.n, shelf.n_mine) and (subject.is_plural or shelf.n_mine == 1)


def _of_one(rest: str, *, is_singular: bool) -> str | None:
    """With the verb of one paper; None where the subject goes on and no rule finds its verb."""
    found = _BEFORE_VERB.search(rest)
    if found is None or (verb := found["verb"].lower()) in _NO_VERB:
        return None
    is_past = verb.endswith("ed") and verb not in _ENDS_IN_ED
    stays = is_singular or is_past or verb in _UNCHANGING
    said = verb if stays else _BE.get(verb) or third_person(verb)
    return f"{found['before']}{said}{rest[found.end() :]}"
