"""Nothing is switched on from the start that the look-up's papers show no means to do."""

import pytest

from myscholar.actions.doable import Shown
from myscholar.actions.extractive import propose_actions
from myscholar.domain.actions import Directive, Verb
from myscholar.domain.evidence import Hit
from myscholar.domain.papers import Paper, PaperId, Passage, PassageId, PassageKind
from myscholar.text.question import analyse_question

QUESTION = "What is active learning and query synthesis?"
BARE = "Active learning picks rows. Query synthesis makes them."
DEFINED = "Active learning is a method that picks rows."


def hits(*texts: str) -> tuple[Hit, ...]:
    return tuple(
        Hit(paper=Paper(paper_id=PaperId(str(n)), title=f"Paper {n}", passages=(passage(n, text),)), score=1.0)
        for n, text in enumerate(texts)
    )


def passage(n: int, text: str) -> Passage:
    return Passage(passage_id=PassageId(f"{n}:1"), paper_id=PaperId(str(n)), kind=PassageKind.ABSTRACT, text=text)


def can_do(directive: Directive, *texts: str) -> bool:
    return Shown(hits(*texts), analyse_question(QUESTION)).can_do(directive)


def test_terms_can_be_defined_where_sentences_define_each_of_them() -> None:
    define = Directive(verb=Verb.DEFINE, terms=("query synthesis", "active learning"))
    assert can_do(define, DEFINED, "We define query synthesis as the making of rows.")
    assert not can_do(define, DEFINED, BARE)
    assert not can_do(define, DEFINED, "Noise is a problem of query synthesis.")


@pytest.mark.parametrize(
    ("verb", "line"),
    [
        (Verb.NUMBERS, "It saves 40 % of labels."),
        (Verb.LIMITATIONS, "It fails on noise."),
        (Verb.NEXT_STEPS, "Why remains open."),
    ],
)
def test_what_sentences_must_do_two_of_them_do(verb: Verb, line: str) -> None:
    assert can_do(Directive(verb=verb), line, f"{BARE} {line}")
    assert not can_do(Directive(verb=verb), line, BARE)


def test_a_section_needs_two_papers_that_name_what_the_question_does_not() -> None:
    section = Directive(verb=Verb.ADD_SECTION, terms=("background", "survey", "active learning"))
    assert can_do(section, f"{BARE} We survey it.", "A survey of active learning.")
    assert not can_do(section, f"{BARE} We survey it.", BARE, BARE)


def test_without_a_look_up_only_a_question_for_a_definition_is_sure_of_one() -> None:
    define = Directive(verb=Verb.DEFINE, terms=("active learning",))
    assert Shown((), analyse_question("What is active learning?")).can_do(define)
    assert not Shown((), analyse_question("How do people label in active learning?")).can_do(define)
    assert can_do(Directive(verb=Verb.LIMITATIONS))


def test_a_definition_is_offered_and_left_off_where_no_paper_defines(background) -> None:
    def define(*texts: str) -> list[bool]:
        found = propose_actions(QUESTION, profile=None, background=background, hits=hits(*texts))
        return [a.enabled for a in found.actions if a.directive.verb is Verb.DEFINE]

    assert define(*[DEFINED, "Query synthesis refers to making rows."] * 3) == [True]
    assert define(*[BARE] * 6) == [False]
