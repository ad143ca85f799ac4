"""A wording without the error, where it can be had by rule. Whether it is clean is for `checks` to
say."""

import re

from myscholar.domain.flags import ErrorType
from myscholar.domain.profile import Inference
from myscholar.profile.contrasts import denying, is_outright
from myscholar.profile.wording import PaperSet, SentenceSubject
from myscholar.text.lexicons import pattern, word_set, words
from myscholar.text.verbs import third_person

LEAST_WORDS = 6
"""An inference cut below this many words says nothing any more; by hand."""

_COUNTED = pattern("inferences.counted")
_NUMBERS = {w: n for n, w in enumerate(words("numbers.cardinals")[:13])} | {"both": 2}
_BEFORE_VERB = pattern("inferences.before_verb")
_MODALS = word_set("inferences.modals")
_BE = {"are": "is", "were": "was"}
_OPEN_END = pattern("own_work.open_end")
_EXPERTISE = pattern("inferences.expertise")
_STRONG = pattern("inferences.strong")
_PRAISE = pattern("inferences.praise")


def repair_wording(inference: Inference, error: ErrorType, shelf: PaperSet) -> str | None:
    """The text without this error, or None if no rule mends it. `shelf` holds all papers of the
    profile."""
    text = inference.text
    if error is ErrorType.OVERCLAIM:
        ids = {s.paper_id for s in inference.supports}
        return claim_for(text, shelf.some([p for p in shelf.papers if p.paper.paper_id in ids]))
    if error is ErrorType.CONTRAST:
        return _without_contrast(text)
    mended = text
    if error is ErrorType.STRENGTH:
        mended = _tidy(_STRONG.sub("", _EXPERTISE.sub("familiarity with", text)))
    elif error is ErrorType.STYLE:
        mended = _tidy(_PRAISE.sub("", text))
    return mended if mended != text and len(mended.split()) >= LEAST_WORDS else None


def count_claimed(text: str) -> int | None:
    """How many papers the text says it speaks of; None for "Your papers" and for other
    beginnings."""
    found = _COUNTED.search(text)
    word = (found["n"] or "").lower() if found else ""
    return int(word) if word.isdigit() else _NUMBERS.get(word)


def claim_for(text: str, subject: SentenceSubject) -> str | None:
    """The text said of just these papers: "2 of your 5 papers ...", "One of your papers (“...”)
    ..." with its verb in the singular.

    None if it does not begin with papers, if there are none, or if its verb can't be put into the
    number of the subject by rule.
    """
    found = _COUNTED.search(text)
    if found is None or not subject.papers:
        return None
    rest = text[found.end() :]
    was_one = count_claimed(text) == 1
    if subject.is_plural and was_one:
        return None
    said = rest if subject.is_plural or was_one else _singular(rest)
    return f"{subject}{said}" if said else None


def _singular(rest: str) -> str | None:
    found = _BEFORE_VERB.search(rest)
    if found is None:
        return None
    verb = found["verb"]
    stays = verb in _MODALS or (verb.endswith(("s", "ed")) and not verb.endswith("ss"))
    said = _BE.get(verb) or (verb if stays else third_person(verb))
    return f"{found['before']}{said}{rest[found.end() :]}"


def _without_contrast(text: str) -> str | None:
    """The text up to the contrast. A denial in its middle ("do not ...") can't be cut off."""
    found = denying(text)
    if found is None or is_outright(found):
        return None
    kept = text[: found.start("over") if found["over"] else found.start()].rstrip(" ,;:—–-")
    return f"{kept}." if len(kept.split()) >= LEAST_WORDS and not _OPEN_END.search(kept) else None


def _tidy(text: str) -> str:
    text = re.sub(r"\s+([,.;:])", r"\1", re.sub(r" {2,}", " ", text)).strip()
    return re.sub(r"\b(a) (?=[aeiou])", r"\1n ", re.sub(r"\b(a)n (?=[^aeiou\W])", r"\1 ", text))
