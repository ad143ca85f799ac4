"""What a question asks, by rules: its topic phrases, its kind, what it compares, the years, and
what is doubtful about it."""

import re
from collections.abc import Callable
from dataclasses import dataclass

from myscholar.domain.evidence import SearchFilters
from myscholar.domain.text import one_line, shorten
from myscholar.errors import EmptyQuestion, QuestionTooLong
from myscholar.text.acronyms import Acronym, acronyms
from myscholar.text.lexicons import pattern
from myscholar.text.question_kind import QuestionKind, kind_of
from myscholar.text.question_topics import (
    core_phrases,
    denied_phrases,
    is_asking,
    is_told,
    topic_phrases,
    topic_runs,
)
from myscholar.text.question_words import ASKED_THINGS, is_opener
from myscholar.text.sentences import sentences
from myscholar.text.terms import phrase_key, pluralize, tokens
from myscholar.text.years import years_in

__all__ = ["QuestionAnalysis", "QuestionKind", "analyse_question", "check_question"]

QUESTION_LIMIT = 5000
"""Characters that a question may have; by hand."""
_HINTED_LENGTH = 160
"""Characters of each of two questions that a hint repeats; by hand."""
_GREETING = pattern("questions.greeting")
_THANKS = pattern("questions.thanks")
_COMPARED = pattern("questions.compared")
_FOR_EXAMPLE = pattern("questions.for_example")
_ANOTHER = pattern("questions.another_question")
_ASKED_TO = pattern("questions.asked_to")
_LEANS_BACK = pattern("questions.leans_back")
_HANDS_OVER = pattern("questions.hands_over")
_CLAUSE_HANDS_OVER = pattern("questions.clause_hands_over")
_WANTS_TABLE = pattern("questions.wants_table")


@dataclass(frozen=True)
class QuestionAnalysis:
    """A question taken apart. All is written as in the question, but for `asks_for`."""

    question: str
    """In one line, without numbering, greetings and addresses of web pages."""
    text: str
    """The question without what it only wants handed over, as in "Deliver a table of ..."."""
    core_phrases: tuple[str, ...]
    """Topic phrases, the most telling first, each once; empty for a question that names no
    topic."""
    leaves_out: tuple[str, ...]
    """What it names only to leave it out: "reference answers" of "evaluation without reference
    answers"."""
    kind: QuestionKind
    compares: tuple[str, ...]
    """The two or more things that are set against each other."""
    asks_for: tuple[str, ...]
    """Kinds of things wanted, in the plural: "datasets", "challenges"."""
    wants_table: bool
    years: SearchFilters
    """`year_min` and `year_max` where the question names them."""
    acronyms: tuple[Acronym, ...]
    questions: tuple[str, ...]
    """The first two questions where it asks several that stand on their own, else empty."""
    hints: tuple[str, ...]
    """What is doubtful about the question, a sentence each."""

    @property
    def has_deliverable(self) -> bool:
        """Whether it says what is to be handed over, beside what is to be researched."""
        return self.text != self.question

    @property
    def topic(self) -> str:
        """The leading phrase, or the question itself where it names none."""
        return self.core_phrases[0] if self.core_phrases else self.text


def check_question(question: str, *, limit: int = QUESTION_LIMIT) -> str:
    """The question in one clean line. Raises EmptyQuestion, QuestionTooLong beyond `limit`."""
    text = one_line(re.sub(r"[\u200b-\u200f\u202a-\u202e\ufeff]", " ", question))
    if not any(c.isalnum() for c in text):
        raise EmptyQuestion
    if len(text) > limit:
        raise QuestionTooLong(len(text), limit)
    return text


def analyse_question(
    question: str, *, idf: Callable[[str], float] | None = None
) -> QuestionAnalysis:
    """Takes the question apart. `idf` of a phrase key against a background tells rare phrases from
    common ones.

    Raises what `check_question` raises.
    """
    whole = _clean(check_question(question))
    text = _without_deliverable(whole)
    short = acronyms(text)
    core = core_phrases(text, short, idf)
    questions = _two_questions(text)
    first, last = years_in(text, of_papers=True)
    return QuestionAnalysis(
        question=whole,
        text=text,
        core_phrases=core,
        leaves_out=denied_phrases(text),
        kind=kind_of(text),
        compares=_compared(text),
        asks_for=_asked_for(text),
        wants_table=bool(_WANTS_TABLE.search(whole)),
        years=SearchFilters(year_min=first, year_max=last),
        acronyms=short,
        questions=questions,
        hints=_hints(questions, core),
    )


def _clean(text: str) -> str:
    line = re.sub(r"https?://\S+|www\.\S+|\bdoi:\S+", " ", text)
    line = re.sub(r"^\s*(?:\(?\d{1,2}[.)]|[Qq]\d*\s*[:.]|[-*•])\s+", "", line)
    line = _unquoted(line)
    line = _THANKS.sub("", _GREETING.sub("", line))
    line = _unquoted(re.sub(r" ([?,.;:!])", r"\1", " ".join(line.split())))
    return line if any(c.isalnum() for c in line) else text


def _without_deliverable(text: str) -> str:
    """The text itself where it is no task, or nothing else of it names a topic."""
    first, *others = sentences(text)
    others = [s for s in others if not _HANDS_OVER.search(s)] if is_told(first) else others
    kept = " ".join(_CLAUSE_HANDS_OVER.sub("", s) for s in (first, *others))
    return kept if kept != text and topic_phrases(kept) else text


def _unquoted(text: str) -> str:
    """Without quotation marks around the whole."""
    line = text.strip()
    quoted = len(line) > 1 and line[0] in "\"'“" and line[-1] in "\"'”"
    return line[1:-1].strip() if quoted else line


def _compared(text: str) -> tuple[str, ...]:
    for match in _COMPARED.finditer(text):
        left, right = (group for group in match.groups() if group)
        things = tuple(filter(None, (_side(left, last=True), _side(right, last=False))))
        if len(things) > 1 and len(set(map(phrase_key, things))) == len(things):
            return things
    return ()


def _side(text: str, *, last: bool) -> str:
    """The noun phrase of one side: the last run of topic words on the left, the first right."""
    runs = topic_runs(_FOR_EXAMPLE.split(text)[0])
    if not runs:
        return ""
    words = runs[-1] if last else runs[0]
    while len(words) > 1 and not is_opener(words[0].text.casefold()):
        words = words[1:]
    thing = text[words[0].start : words[-1].end]
    return thing if len(words) < 7 and (len(thing) > 2 or len(thing) == len(text.strip())) else ""


def _asked_for(text: str) -> tuple[str, ...]:
    folded = f" {' '.join(t.text for t in tokens(text)).casefold()} "
    found: dict[str, int] = {}
    for asked, plural in ASKED_THINGS.items():
        if match := re.search(rf" (?:{asked}|{pluralize(asked)}) ", folded):
            found[plural] = min(match.start(), found.get(plural, match.start()))
    return tuple(sorted(found, key=lambda plural: found[plural]))


def _hints(questions: tuple[str, ...], core: tuple[str, ...]) -> tuple[str, ...]:
    found = []
    if questions:
        first, second = (_as_question(q, _HINTED_LENGTH) for q in questions)
        found.append(
            f"This asks two things: “{first}” and “{second}” One report for each goes deeper; "
            "this one treats both."
        )
    if not core or (len(core) == 1 and not re.search("[ -]", core[0]) and not core[0].isupper()):
        about = f"only “{core[0]}”" if core else "no topic"
        found.append(
            f"The question names {about}. Add what about it interests you (a task, a method, a "
            "population, a setting), and the search gets sharper."
        )
    return tuple(found)


def _two_questions(text: str) -> tuple[str, ...]:
    """The first two questions that stand on their own, or none: "... and why?" does not."""
    asked: list[str] = []
    for sentence in filter(is_asking, sentences(text)):
        inner = _ANOTHER.search(sentence)
        if inner and inner.start() > 15:
            asked += [sentence[: inner.start()], inner.group(1)]
        else:
            asked.append(sentence)
    asked = [q for q in asked if any(c.isalnum() for c in q)]
    others = [q for q in asked[1:] if not _LEANS_BACK.search(q) and topic_phrases(q)]
    return tuple(_as_question(q, len(text)) for q in (asked[0], others[0])) if others else ()


def _as_question(text: str, limit: int) -> str:
    line = shorten(text.strip(" ,;?.!"), limit)
    return f"{line[0].upper()}{line[1:]}{'.' if _ASKED_TO.match(line) else '?'}"
