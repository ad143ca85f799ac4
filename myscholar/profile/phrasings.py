"""Turns of phrase that mark a writer, with how often papers use them on average."""

import re
from typing import NamedTuple


class Phrasing(NamedTuple):
    """`usual_per_1000_words`: sentences with the expression per 1,000 words, counted in 900,000 words of passages cited from some 4,000 papers."""

    name: str
    pattern: re.Pattern[str]
    verb: str
    rest: str
    usual_per_1000_words: float
    weight: float = 1.0


def _phrasing(name: str, pattern: str, verb: str, rest: str, usual: float, weight: float = 1.0) -> Phrasing:
    return Phrasing(name, re.compile(pattern, re.IGNORECASE), verb, rest, usual, weight)


PHRASINGS = (
    _phrasing("questions to the reader", r"\?[\"”']?$", "put", "questions to the reader in the running text", 0.226, 1.3),
    _phrasing("intuition", r"\b(?:intuitively|the intuition|intuition behind|loosely speaking|informally|conceptually)\b", "appeal", "to intuition before or after the formal part (“intuitively”)", 0.052, 1.2),
    _phrasing("restatement", r"\b(?:in other words|that is to say|put (?:differently|simply|another way)|stated differently|this means that|i\.e\.)", "restate", "points in other words (“i.e.”, “in other words”)", 0.491),
    _phrasing("worked examples", r"\b(?:for example|for instance|e\.g\.|as an example|consider (?:the|a|an)\b|to illustrate)", "explain", "by example (“for example”, “for instance”)", 1.302),
    _phrasing("notes to the reader", r"\b(?:note that|it is worth (?:noting|mentioning)|recall that|notice that|observe that|keep in mind|remember that|importantly,)", "guide", "the reader with asides such as “note that” and “recall that”", 0.237),
    _phrasing("claims to be first", r"\b(?:to (?:the best of )?our (?:best )?knowledge|for the first time|the first (?:to|work|study|paper|attempt)|(?:unique|novel) (?:to|in) our)\b", "say", "openly what is done for the first time", 0.096, 1.1),
    _phrasing("named findings", r"^(?:key |main )?(?:finding|takeaway|take-away|lesson|insight|learning outcome)s?(?: \d+)?\s?:", "label", "findings as such (“Finding:”, “Takeaway:”)", 0.04, 1.4),
    _phrasing("opposition", r"\b(?:on the one hand|on the other hand|advantages? and (?:disadvantages?|drawbacks?|limitations?)|pros and cons|opportunities and (?:challenges|risks)|benefits and (?:risks|challenges|drawbacks)|trade-?offs?)\b", "weigh", "two sides against each other (“on the other hand”, trade-offs)", 0.265, 1.2),
    _phrasing("signposts", r"\b(?:in (?:the next|this|the following) (?:sub)?section|we (?:now|next|first|then|begin by|turn to)\b|as (?:discussed|described|mentioned|explained|introduced) (?:in|above|earlier|later|before|below))", "announce", "what comes next (“we now”, “in the next section”)", 0.302, 0.8),
    _phrasing("scare quotes", r"(?<!\w)[“\"‘][a-z][^”\"’]{2,28}[”\"’](?!\w)", "put", "single words and phrases in quotation marks", 0.562, 0.8),
    _phrasing("hedged claims", r"\b(?:may|might|perhaps|possibly|presumably|arguably|seems? to|appears? to|we (?:believe|suspect|conjecture|hypothesi[sz]e))\b", "hedge", "claims (“may”, “might”, “appears to”)", 1.137),
    _phrasing("emphatic wording", r"\b(?:crucial(?:ly)?|importantly|remarkabl[ey]|surprising(?:ly)?|strikingly|dramatically|undoubtedly|essential(?:ly)?|vital|paramount|pivotal)\b", "use", "emphatic words (“crucial”, “importantly”, “surprisingly”)", 0.726),
)  # fmt: skip
