"""What an inference is about once the words are gone in which any profile speaks of papers."""

import re

from eval.judges.local.words import Words, stems
from myscholar.text.own_words import drop_denials
from myscholar.text.terms import content_stems

_FRAME = frozenset(
    content_stems(
        "paper papers work works working your user author authors researcher researchers reader "
        "readers audience community academic interest interested show shows seem seems appear "
        "appears suggest suggests suggesting indicate demonstrate prefer preference favor favour "
        "tend tends often frequently consistently consistent typically primarily knowledge "
        "knowledgeable expertise familiar familiarity understanding deep deeply comprehensive "
        "strong well-versed versed grounded style approach approaches writing written write tone "
        "language structure argue argues argument advocate advocates position positions hold "
        "believe believes maintain assert contend claim claims value values focus focused focusing "
        "emphasize emphasizes prioritize favors target targets aimed address addresses addressing "
        "cater likely specific particularly especially including rather relying distinct highly "
        "various diverse broad multiple new novel important critical key significant research "
        "study studies method methods field use using introduce introducing term terms"
    )
)


_COUNTS = re.compile(
    r"\(“[^”]*”\)|\[[\d, ]+\]|\((?:all )?\d+(?: of \d+)? "
    r"papers?\)|^(?:both|all|one|two|three|\d+) (?:\d+ )?of (?:your|the) (?:\d+ )?papers?(?: you "
    r"follow)?"
    r"|[;:,(][^;:,(]*\b(?:conference (?:abstracts|titles|texts)|of the others)\b.*$",
    re.IGNORECASE,
)


def statement(inference: str) -> str:
    """Without what it says of its papers' numbers and titles, and of how common it is."""
    return " ".join(_COUNTS.sub(" ", inference).split())


def topic_weights(inference: str, words: Words) -> dict[str, float]:
    """The stems that it says of its subject, with their weights; without what it denies."""
    return {
        stem: words.background.idf(stem)
        for stem in stems(drop_denials(statement(inference))) - _FRAME
    }
