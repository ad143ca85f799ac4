"""A wording without the error, where it can be had by rule. Whether it is clean is for `checks` to
say."""

import re

from myscholar.domain.flags import ErrorType
from myscholar.domain.profile import Inference
from myscholar.profile.error_words import FLATTERY, denying
from myscholar.profile.wording import PaperSet, SentenceSubject
from myscholar.text.verbs import third_person

LEAST_WORDS = 6
"""An inference cut below this many words says nothing any more."""

_COUNTED = re.compile(
    r"^(?:all (?:of )?|(?P<n>\d+|one|both|two|three|four|five|six|seven|eight|nine|ten)(?: of)? "
    r"|(?:most|several|some|many)(?: of)? )?"
    r"(?:your (?:own )?|the )?(?:(?:\d+|one|two|three|four|five|six|seven|eight|nine|ten) "
    r")?(?:papers?|work|writing|research)\b(?! (?:styles?|voices?|habits?|approach|interests?"
    r"|questions?)\b)(?: (?:that )?you follow)?",
    re.IGNORECASE,
)
_NUMBERS = {
    w: n for n, w in enumerate("one two three four five six seven eight nine ten".split(), start=1)
} | {"both": 2}
_VERB = re.compile(r"^(?P<before> (?:(?:\w+ly|often|also|always|never) )*)(?P<verb>[a-z]+)\b")
_IRREGULAR = {"are": "is", "were": "was"}
_OPEN = re.compile(
    r"\b(?:an?|the|of|to|in|on|for|with|by|at|as|from|into|and|or|but|who|that|which|where|is|are"
    r"|be|been|was|were|seems?|appears?|more|less|than|far)$",
    re.IGNORECASE,
)
"""What a sentence can't end with: it was cut too short."""
_FIXED = frozenset(
    {"can", "may", "might", "could", "would", "should", "must", "will", "did", "had"}
)
_STRONG = r"(?:deep(?:ly)?|strong(?:ly)?|extensive(?:ly)?|comprehensive|profound(?:ly)?|thorough)"
_STRONG_NOUN = re.compile(
    rf"\b(?:an? )?(?:{_STRONG} )*(?:expertise|mastery|understanding|knowledge|familiarity)"
    r"(?P<of> in| of| with)\b",
    re.IGNORECASE,
)
_STRONG_WORD = re.compile(
    rf"\b(?:{_STRONG}|exceptional(?:ly)?|brilliant(?:ly)?|pioneering|outstanding) ", re.IGNORECASE
)


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
        mended = _tidy(_STRONG_WORD.sub("", _STRONG_NOUN.sub("familiarity with", text)))
    elif error is ErrorType.STYLE:
        mended = _tidy(FLATTERY.sub("", text))
    return mended if mended != text and len(mended.split()) >= LEAST_WORDS else None


def count_claimed(text: str) -> int | None:
    """How many papers the text says it speaks of; None for "Your papers" and for other
    beginnings."""
    found = _COUNTED.match(text)
    word = (found["n"] or "").lower() if found else ""
    return int(word) if word.isdigit() else _NUMBERS.get(word)


def claim_for(text: str, subject: SentenceSubject) -> str | None:
    """The text said of just these papers: "2 of your 5 papers ...", "One of your papers (“...”)
    ..." with its verb in the singular.

    None if it does not begin with papers, if there are none, or if its verb can't be put into the
    number of the subject by rule.
    """
    found = _COUNTED.match(text)
    if found is None or not subject.papers:
        return None
    rest = re.sub(r"^ (?:always|consistently|invariably|all)\b", "", text[found.end() :])
    was_one = count_claimed(text) == 1
    if subject.is_plural and was_one:
        return None
    said = rest if subject.is_plural or was_one else _singular(rest)
    return f"{subject}{said}" if said else None


def _singular(rest: str) -> str | None:
    found = _VERB.match(rest)
    if found is None:
        return None
    verb = found["verb"]
    stays = verb in _FIXED or (verb.endswith(("s", "ed")) and not verb.endswith("ss"))
    said = _IRREGULAR.get(verb) or (verb if stays else third_person(verb))
    return f"{found['before']}{said}{rest[found.end() :]}"


def _without_contrast(text: str) -> str | None:
    """The text up to the contrast. A denial in its middle ("do not ...") can't be cut off."""
    found = denying(text)
    if found is None or re.match(r"(?:do(?:es)? not|never|lacks?)\b", found.group(), re.IGNORECASE):
        return None
    preferred = re.search(r" over$", text[: found.start("other")], re.IGNORECASE)
    kept = text[: preferred.start() if preferred else found.start()].rstrip(" ,;:—–-")
    return f"{kept}." if len(kept.split()) >= LEAST_WORDS and not _OPEN.search(kept) else None


def _tidy(text: str) -> str:
    text = re.sub(r"\s+([,.;:])", r"\1", re.sub(r" {2,}", " ", text)).strip()
    return re.sub(r"\b(a) (?=[aeiou])", r"\1n ", re.sub(r"\b(a)n (?=[^aeiou\W])", r"\1 ", text))
