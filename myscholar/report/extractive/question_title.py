"""The report's title: what the question asks, as a heading says it."""

import re
from collections.abc import Sequence

from myscholar.report.extractive.titles import Lexicon
from myscholar.text.question import QuestionAnalysis, QuestionKind
from myscholar.text.terms import content_stems, stem, tokens

LONGEST = 14
"""Words of a title."""
_NAMES = re.compile(
    r"what (?:is|are) (?:the |an? |some )?(?!known|it\b|there\b|needed)(.+)", re.IGNORECASE
)
_LATER_CLAUSE = re.compile(
    r"[,;] | \(| (?:and (?:how|what|why|which)|such as|including)\b", re.IGNORECASE
)


def report_title(analysis: QuestionAnalysis, lexicon: Lexicon) -> str:
    """At most LONGEST words: the compared things, what a question "what are ..." names, a short
    question itself, else its core phrases."""
    if (
        len(analysis.compares) > 1
        and analysis.kind is QuestionKind.COMPARISON
        and len(content_stems(analysis.text)) < 6
    ):
        return lexicon.title_case(
            f"{', '.join(analysis.compares[:-1])} versus {analysis.compares[-1]}"
        )
    asked = _shortened((analysis.questions or (analysis.text,))[0])
    said = asked.rstrip("?.! ")
    if len(said.split()) <= LONGEST and (named := _NAMES.fullmatch(said)):
        return lexicon.title_case(named[1])
    if len(said.split()) <= LONGEST and (asked.endswith("?") or not analysis.core_phrases):
        return lexicon.title_case(said) + "?" * asked.endswith("?")
    title = _from_core(analysis, lexicon) if analysis.core_phrases else said
    return " ".join(lexicon.title_case(title).split()[:LONGEST])


def _shortened(text: str) -> str:
    """Without its later clauses where it is too long for a title."""
    if len(text.split()) <= LONGEST:
        return text
    cuts = [
        m.start()
        for m in _LATER_CLAUSE.finditer(text)
        if 5 <= len(text[: m.start()].split()) <= LONGEST
    ]
    return text[: cuts[0]] if cuts else text


_ASKED = frozenset({"datasets", "metrics", "benchmarks", "methods", "algorithms", "tools"})


def _from_core(analysis: QuestionAnalysis, lexicon: Lexicon) -> str:
    """Core phrases in the question's order, with what is asked for; after a lone phrase, two more
    nouns of the question."""
    core = [re.sub(r"['’]s$", "", p) for p in analysis.core_phrases]
    parts = _in_order(
        [p for p in core if p == core[0] or " " in p or "-" in p or lexicon.is_noun(p)][:3],
        analysis.text,
    )
    body = parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"
    asked = [
        a
        for a in analysis.asks_for[:1]
        if a in _ASKED and not any(stem(a) in content_stems(p) for p in parts)
    ]
    if asked:
        return f"{asked[0]} for {body}"
    taken = {s for p in core for s in content_stems(p)}
    rest = [
        t.text
        for t in tokens(analysis.text)
        if stem(t.text) not in taken and lexicon.is_noun(t.text)
    ]
    return f"{body}: {' and '.join(dict.fromkeys(rest[:2]))}" if len(parts) == 1 and rest else body


def _in_order(phrases: Sequence[str], text: str) -> list[str]:
    return sorted(phrases, key=lambda p: text.find(p))
