"""The form of the answer that a question asks for."""

from enum import StrEnum

from myscholar.text.lexicons import pattern, read_lexicon
from myscholar.text.question_topics import BEGINS_ASKING, is_asking
from myscholar.text.sentences import sentences


class QuestionKind(StrEnum):
    DEFINITION = "definition"
    COMPARISON = "comparison"
    ADVANTAGES = "advantages_disadvantages"
    EVALUATION = "evaluation"
    HOW_TO = "how_to"
    EFFECT = "effect"
    """Why something is so, or what something does to something else."""
    SURVEY = "survey"
    LIST = "list"
    YES_NO = "yes_no"
    OTHER = "other"


_KINDS = {
    QuestionKind(name): pattern(f"question_kinds.{name}") for name in read_lexicon("question_kinds")
}
"""The first that fits says the kind."""
_WANTS_LIST = pattern("questions.wants_list")
_MAIN_CLAUSE = pattern("questions.main_clause")


def kind_of(text: str) -> QuestionKind:
    main = _main_clause(text)
    kind = _first_that_fits(main) or _first_that_fits(text) or QuestionKind.OTHER
    return QuestionKind.LIST if kind is QuestionKind.YES_NO and _WANTS_LIST.search(main) else kind


def _first_that_fits(text: str) -> QuestionKind | None:
    return next((kind for kind, pattern in _KINDS.items() if pattern.search(text)), None)


def _main_clause(text: str) -> str:
    """The first sentence that asks something, from its question word on: what decides the kind."""
    main = next(filter(is_asking, sentences(text)), text)
    later = _MAIN_CLAUSE.search(main)
    return later.group(1) if later and not BEGINS_ASKING.search(main) else main
