"""Turns of phrase that mark a writer, with how often they must occur before they are told."""

import re
from typing import NamedTuple


class Phrasing(NamedTuple):
    """`least_per_1000_words`: sentences with the expression per 1,000 words of full text."""

    name: str
    pattern: re.Pattern[str]
    verb: str
    rest: str
    least_per_1000_words: float
    weight: float = 1.0


def _phrasing(name: str, pattern: str, verb: str, rest: str, least: float, weight: float = 1.0) -> Phrasing:
    return Phrasing(name, re.compile(pattern, re.IGNORECASE), verb, rest, least, weight)


PHRASINGS = (
    _phrasing("questions to the reader", r"\?[\"”']?$", "put", "questions to the reader in the running text", 0.6, 1.3),
    _phrasing("intuition", r"\b(?:intuitively|the intuition|intuition behind|loosely speaking|informally|conceptually)\b", "appeal", "to intuition before or after the formal part (“intuitively”)", 0.4, 1.2),
    _phrasing("restatement", r"\b(?:in other words|that is to say|put (?:differently|simply|another way)|stated differently|this means that|i\.e\.)", "restate", "points in other words (“i.e.”, “in other words”)", 1.0),
    _phrasing("worked examples", r"\b(?:for example|for instance|e\.g\.|as an example|consider (?:the|a|an)\b|to illustrate)", "explain", "by example (“for example”, “for instance”)", 2.0),
    _phrasing("notes to the reader", r"\b(?:note that|it is worth (?:noting|mentioning)|recall that|notice that|observe that|keep in mind|remember that|importantly,)", "guide", "the reader with asides such as “note that” and “recall that”", 0.8),
    _phrasing("claims to be first", r"\b(?:to (?:the best of )?our (?:best )?knowledge|for the first time|the first (?:to|work|study|paper|attempt)|(?:unique|novel) (?:to|in) our)\b", "say", "openly what is done for the first time", 0.35, 1.1),
    _phrasing("named findings", r"^(?:key |main )?(?:finding|takeaway|take-away|observation|lesson|insight|learning outcome|result|remark)s?(?: \d+)?\s?[:.]", "label", "findings as such (“Finding:”, “Takeaway:”)", 0.2, 1.4),
    _phrasing("opposition", r"\b(?:on the one hand|on the other hand|advantages? and (?:disadvantages?|drawbacks?|limitations?)|pros and cons|opportunities and (?:challenges|risks)|benefits and (?:risks|challenges|drawbacks)|trade-?offs?)\b", "weigh", "two sides against each other (“on the other hand”, trade-offs)", 0.5, 1.2),
    _phrasing("signposts", r"\b(?:in (?:the next|this|the following) (?:sub)?section|we (?:now|next|first|then|begin by|turn to)\b|as (?:discussed|described|mentioned|explained|introduced) (?:in|above|earlier|later|before|below))", "announce", "what comes next (“we now”, “in the next section”)", 2.0, 0.8),
    _phrasing("scare quotes", r"(?<!\w)[“\"‘][a-z][^”\"’]{2,28}[”\"’](?!\w)", "set", "words in quotation marks to hold them at arm's length or name them", 2.0, 0.8),
    _phrasing("hedged claims", r"\b(?:may|might|perhaps|possibly|presumably|arguably|seems? to|appears? to|we (?:believe|suspect|conjecture|hypothesi[sz]e))\b", "hedge", "claims (“may”, “might”, “appears to”)", 4.0),
    _phrasing("emphatic wording", r"\b(?:crucial(?:ly)?|importantly|remarkabl[ey]|surprising(?:ly)?|strikingly|dramatically|undoubtedly|essential(?:ly)?|vital|paramount|pivotal)\b", "use", "emphatic words (“crucial”, “importantly”, “surprisingly”)", 2.0),
)  # fmt: skip
