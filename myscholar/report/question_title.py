"""The report's title: what the question asks, as a heading says it."""

import re
from collections.abc import Sequence

from myscholar.report.titles import Lexicon, without_possessive
from myscholar.text.question import QuestionAnalysis, QuestionKind
from myscholar.text.terms import content_stems, stem, tokens

LONGEST = 14
"""Words of a title."""
_FIRST = re.compile(r"(?:please |can you |could you |tell me |explain |i (?:want|would like) to know )+", re.IGNORECASE)
_IS = re.compile(
    r"how (is|are|was|were) (.+?) ((?:best |usually |commonly |currently )?(?:[a-z]+ed|known|made|built|done|used|found|seen|shown|taught))\b(.*)",
    re.IGNORECASE,
)
_CAN_BE = re.compile(r"how (can|could|should|may|might|must|will) (.+?) be (.+)", re.IGNORECASE)
_DO = re.compile(r"(how|why|when|where) do (.+)", re.IGNORECASE)
_NAMES = re.compile(r"what (?:is|are) (?:the |an? |some |any )?(?!known|it\b|there\b|needed|required)(.+)", re.IGNORECASE)
_STANDS = re.compile(
    r"(?:how|why|do|does|did|is|are|was|were|can|could|should|will|which|what|when|where|who|has|have|to what extent)\b",
    re.IGNORECASE,
)
_LATER_CLAUSE = re.compile(
    r",? (?:and (?:how|what|why|which|is|are)|especially|such as|particularly|including|for example)\b|[,;(] ", re.IGNORECASE
)


def report_title(analysis: QuestionAnalysis, lexicon: Lexicon) -> str:
    """At most LONGEST words: the compared things, the question turned into a heading, a short question itself, else its core phrases."""
    if len(analysis.compares) > 1 and analysis.kind is QuestionKind.COMPARISON and len(content_stems(analysis.text)) < 6:
        return lexicon.title_case(f"{', '.join(analysis.compares[:-1])} versus {analysis.compares[-1]}")
    asked = _shortened(_FIRST.sub("", (analysis.questions or (analysis.text,))[0]))
    said = asked.rstrip("?.! ")
    if len(said.split()) <= LONGEST and (title := _turned(said)):
        return lexicon.title_case(title)
    if len(said.split()) <= LONGEST and (_STANDS.match(said) or not analysis.core_phrases):
        return lexicon.title_case(said) + ("?" if _STANDS.match(said) else "")
    title = _from_core(analysis, lexicon) if analysis.core_phrases else said
    return " ".join(lexicon.title_case(title).split()[:LONGEST])


def _turned(said: str) -> str:
    """A question as a heading, where its form allows it without touching a verb: "How Relevance Can Be Judged"."""
    if found := _IS.fullmatch(said):
        return f"how {found[2]} {found[1]} {found[3]}{found[4]}"
    if found := _CAN_BE.fullmatch(said):
        return f"how {found[2]} {found[1]} be {found[3]}"
    if found := _DO.fullmatch(said):
        return f"{found[1]} {found[2]}"
    found = _NAMES.fullmatch(said)
    return found[1] if found else ""


def _shortened(text: str) -> str:
    """Without its later clauses where it is too long for a title."""
    if len(text.split()) <= LONGEST:
        return text
    cuts = [m.start() for m in _LATER_CLAUSE.finditer(text) if 5 <= len(text[: m.start()].split()) <= LONGEST]
    return text[: cuts[0]] if cuts else text


_ASKED = frozenset({"datasets", "metrics", "benchmarks", "methods", "algorithms", "tools"})


def _from_core(analysis: QuestionAnalysis, lexicon: Lexicon) -> str:
    """Core phrases in the question's order, with what is asked for; after a lone phrase, two more nouns of the question."""
    core = [without_possessive(p) for p in analysis.core_phrases]
    named = [p for p in core if " " in p or "-" in p or not p.islower() or not lexicon.is_verb(p)] or core
    parts = _in_order([p for p in named if " " in p or "-" in p or lexicon.is_noun(p)][:3] or named[:1], analysis.text)
    body = parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"
    asked = [a for a in analysis.asks_for[:1] if a in _ASKED and not any(stem(a) in content_stems(p) for p in parts)]
    if asked:
        return f"{asked[0]} for {body}"
    taken = {s for p in core for s in content_stems(p)}
    rest = [t.text for t in tokens(analysis.text) if stem(t.text) not in taken and lexicon.is_noun(t.text)]
    return f"{body}: {' and '.join(dict.fromkeys(rest[:2]))}" if len(parts) == 1 and rest else body


def _in_order(phrases: Sequence[str], text: str) -> list[str]:
    return sorted(phrases, key=lambda p: text.find(p))
