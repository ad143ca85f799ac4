"""Phrases put into sentences: upper and lower case, lists, and the one form that every action
has."""

import re

from myscholar.text.background import Background
from myscholar.text.lexicons import pattern
from myscholar.text.terms import phrase_key

_FORM = pattern("action_words.form")
MAX_TLDR_WORDS, MAX_TEXT_WORDS = 14, 29
"""Source: MySQA D.3 (tldr under fifteen words, text under thirty)."""


def sentence(action: str, use: str) -> str:
    """ "I can ACTION, which might help you USE." Source: MySQA D.3."""
    return f"I can {action}, which might help you {use}."


def has_form(text: str) -> bool:
    """Whether it is a sentence of that form."""
    return bool(_FORM.search(text))


def n_words(text: str) -> int:
    return len(text.split())


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def in_text(phrase: str, background: Background) -> str:
    """The phrase as it stands within a sentence: "Federated Learning" loses its capitals, "Kalman
    filter" and "LLMs" keep them."""
    words = phrase.split()
    titled = [w for w in words if re.fullmatch(r"[A-Z][a-z]+(?:-[A-Za-z][a-z]*)*", w)]
    if len(titled) == len(words) > 1 and all(
        background.frequencies.get(phrase_key(w), 0) > 100 for w in words
    ):
        return phrase.lower()
    if phrase.startswith("Non-"):
        return "n" + phrase[1:]
    if (
        words
        and titled[:1] == words[:1]
        and background.frequencies.get(phrase_key(words[0]), 0) > 900
    ):
        return phrase[0].lower() + phrase[1:]
    return phrase
