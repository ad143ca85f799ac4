"""Which directions are proposed without a model."""

from myscholar.domain.evidence import Hit
from myscholar.domain.interaction import ROOT, Persona, ResearchNode
from myscholar.domain.papers import Paper, PaperId, Passage, PassageId, PassageKind
from myscholar.interactive.steer.extractive.propose import propose
from myscholar.workflows.background import load_background

QUESTION = "How fast are vision transformers?"


def hit(name: str, title: str, abstract: str) -> Hit:
    paper_id = PaperId(name)
    passage = Passage(
        passage_id=PassageId(f"{name}-a"),
        paper_id=paper_id,
        kind=PassageKind.ABSTRACT,
        text=abstract,
    )
    return Hit(paper=Paper(paper_id=paper_id, title=title, passages=(passage,)), score=1.0)


def test_a_direction_is_what_some_paper_is_about_and_not_only_what_papers_use() -> None:
    hits = [
        hit("p1", "Sparse attention in vision transformers", "We gain by it."),
        hit("p2", "Faster vision transformers", "Of sparse attention and input patches."),
        hit("p3", "Vision transformers on phones", "We profit from input patches."),
        *(
            hit(f"q{n}", f"Vision transformers, study {n}", "Vision transformers are slow.")
            for n in range(4)
        ),
    ]
    node = ResearchNode(node_id=ROOT, direction=QUESTION)
    offered = propose(QUESTION, node, hits, (), Persona(), load_background())
    assert [each.direction for each in offered] == ["Sparse attention"]


def test_a_short_form_that_the_papers_explain_is_spelled_out_and_both_count() -> None:
    hits = [
        hit("p1", "NMT for vision transformers", "Neural machine translation (NMT) is hard."),
        hit("p2", "Vision transformers and NMT", "We gain by it."),
        hit("p3", "Vision transformers", "Of neural machine translation and much else."),
        *(
            hit(f"q{n}", f"Vision transformers, study {n}", "Vision transformers are slow.")
            for n in range(4)
        ),
    ]
    node = ResearchNode(node_id=ROOT, direction=QUESTION)
    (offered,) = propose(QUESTION, node, hits, (), Persona(), load_background())
    assert offered.direction == "Neural machine translation"
    assert offered.reason == "3 papers of 7 found here name it"
