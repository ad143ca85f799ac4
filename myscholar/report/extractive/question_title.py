"""The report's title: what the question asks, as a heading says it."""

import re

from myscholar.report.extractive.titles import Lexicon
from myscholar.text.lexicons import pattern, word_set
from myscholar.text.question import QuestionAnalysis, QuestionKind
from myscholar.text.question_topics import is_asking, without_order
from myscholar.text.sentences import sentences
from myscholar.text.terms import content_stems, stem, tokens

LONGEST = 16
"""Words of a title; by hand, so that most questions of a sentence stand as they were asked."""
_ASKS_WHAT = pattern("reports.asks_what")
_LATER_CLAUSE = pattern("reports.later_clause")
_ENDS = (re.compile("$"), re.compile(","), pattern("reports.circumstance"))
"""Where the title of a task may end, the best first."""
_LEADING = pattern("reports.leading")


def report_title(analysis: QuestionAnalysis, lexicon: Lexicon) -> str:
    """At most LONGEST words: the compared things, what a task is about, what a question
    "what are ..." names, a short question itself, else its core phrases."""
    *others, last = analysis.compares or ("",)
    is_short = len(content_stems(analysis.text)) < 6
    if others and analysis.kind is QuestionKind.COMPARISON and is_short:
        return lexicon.title_case(f"{', '.join(others)} versus {last}")
    asked = (analysis.questions or (analysis.text,))[0]
    task = _about(asked)
    said = re.sub(r" \([^()]*\)", "", task or asked).rstrip("?.! ")
    named = _ASKS_WHAT.search(said)
    said = _shortened(named["thing"] if named else said)
    if len(said.split()) <= LONGEST:
        if named or task or not analysis.core_phrases:
            return lexicon.title_case(said)
        if asked.endswith("?"):
            return lexicon.title_case(said) + "?"
    title = _from_core(analysis, lexicon) if analysis.core_phrases else said
    return " ".join(lexicon.title_case(title).split()[:LONGEST])


def _about(asked: str) -> str:
    """What the first sentence of a task is about, without circumstances that are too many for a
    title; empty where it does not begin with an order."""
    first = sentences(asked)[0]
    about = without_order(first)
    if is_asking(first) or about == first or not first.endswith(about):
        return ""
    for end in _ENDS:
        ends = (found.start() for found in end.finditer(about))
        if fitting := [end for end in ends if 3 < len(about[:end].split()) <= LONGEST]:
            about = about[: fitting[-1]]
            break
    return _LEADING.sub("", about)


def _shortened(text: str) -> str:
    """Without its later clauses where it is too long for a title."""
    if len(text.split()) > LONGEST:
        for clause in _LATER_CLAUSE.finditer(text):
            if 5 <= len(text[: clause.start()].split()) <= LONGEST:
                return text[: clause.start()]
    return text


_SIDE_BY_SIDE = word_set("reports.side_by_side")


def _from_core(analysis: QuestionAnalysis, lexicon: Lexicon) -> str:
    """Core phrases in the question's order, with what is asked for; after a lone phrase, two more
    nouns of the question."""
    text, core = analysis.text, [re.sub(r"['’]s$", "", p) for p in analysis.core_phrases]
    named = [p for p in core if p == core[0] or " " in p or "-" in p or lexicon.is_noun(p)]
    *others, last = sorted(named[:3], key=text.find)
    body = f"{', '.join(others)} and {last}" if others else last
    for asked in analysis.asks_for[:1]:
        if asked in _SIDE_BY_SIDE and not any(
            stem(asked) in content_stems(p) for p in (*others, last)
        ):
            return f"{asked} for {body}"
    taken = {s for p in core for s in content_stems(p)}
    words = (t.text for t in tokens(text) if stem(t.text) not in taken)
    rest = [w for w in words if lexicon.is_noun(w)]
    return f"{body}: {' and '.join(dict.fromkeys(rest[:2]))}" if rest and not others else body
