"""What of a profile is a habit that an action may build on, told by facts, not by words."""

import pytest

from myscholar.actions.extractive.propose import propose_actions
from myscholar.actions.habits import is_practice, writes_numbers
from myscholar.domain.evidence import Evidence, Hit
from myscholar.domain.papers import (
    Paper,
    PaperId,
    Passage,
    PassageId,
    PassageKind,
    Relation,
    TextSource,
)
from myscholar.domain.profile import (
    Inference,
    InferenceId,
    InferenceKind,
    PaperSupport,
    Profile,
    ProfileAspect,
    ProfileId,
    ProfilePaper,
)
from myscholar.text.background import Background

BACKGROUND = Background(n_documents=10_000, frequencies={})
KITES = "Gusts of wind tear thin sails where spar joints are weak."
LIVER = "We conduct tissue staining of liver cells, which divide slowly."


def passage(name: str, text: str, kind: PassageKind = PassageKind.BODY) -> Passage:
    return Passage(passage_id=PassageId(f"{name}:1"), paper_id=PaperId(name), kind=kind, text=text)


def support(of: Passage) -> PaperSupport:
    evidence = (Evidence.of_passage(of),)
    return PaperSupport(paper_id=of.paper_id, explanation="One paper says so.", evidence=evidence)


def way(*cited: Passage, practice: str = "", kind: InferenceKind | None = None) -> Inference:
    return Inference(
        inference_id=InferenceId("research_style-1"),
        aspect=ProfileAspect.RESEARCH_STYLE,
        text="Said.",
        supports=tuple(map(support, cited)),
        terms=("tissue staining", "liver cells"),
        kind=kind,
        practice=practice,
    )


def test_a_practice_is_its_name_and_not_what_it_was_done_on() -> None:
    staining = way(passage("b", LIVER), practice="tissue staining", kind=InferenceKind.PRACTICE)
    assert is_practice(staining, "tissue staining")
    assert not is_practice(staining, "liver cells")


def test_what_one_paper_did_once_is_no_practice() -> None:
    assert not is_practice(way(passage("b", LIVER), kind=InferenceKind.WORK), "tissue staining")


@pytest.mark.parametrize(
    ("cited", "holds"),
    [
        ((passage("b", LIVER),), False),
        ((passage("b", LIVER, PassageKind.ABSTRACT),), True),
        ((passage("b", LIVER), passage("c", LIVER)), True),
        ((), True),
    ],
)
def test_told_in_words_alone_a_practice_needs_two_papers_an_abstract_or_the_users_own_word(
    cited: tuple[Passage, ...], holds: bool
) -> None:
    assert is_practice(way(*cited), "tissue staining") is holds


def test_numbers_in_abstracts_are_a_measure_whatever_the_words_are() -> None:
    measured = Inference(
        inference_id=InferenceId("writing_style-1"),
        aspect=ProfileAspect.WRITING_STYLE,
        text="Said.",
        kind=InferenceKind.MEASURE,
        measure="hedges_per_100_words",
        terms=("numbers",),
    )
    assert not writes_numbers(measured)
    assert writes_numbers(measured.model_copy(update={"measure": "numbers_per_100_words"}))
    assert writes_numbers(measured.model_copy(update={"kind": None, "measure": ""}))


def terms_for_kites(of_liver: Inference) -> set[str]:
    """Of what is proposed to a reader with a paper on kites and one on liver cells."""
    near, far = passage("a", KITES, PassageKind.ABSTRACT), passage("b", LIVER)
    kites = Inference(
        inference_id=InferenceId("knowledge-1"),
        aspect=ProfileAspect.KNOWLEDGE,
        text="Said.",
        supports=(support(near),),
        terms=("spar joints",),
    )
    profile = Profile(
        profile_id=ProfileId("r"),
        name="A reader",
        created_at="2026-01-01T00:00:00Z",
        papers=tuple(
            ProfilePaper(
                paper_id=PaperId(name),
                number=n,
                title=title,
                relation=Relation.MINE,
                text_source=TextSource.ABSTRACT,
            )
            for n, (name, title) in enumerate((("a", "Spar joints"), ("b", "Liver")), start=1)
        ),
        passages=(near, far),
        inferences=(kites, of_liver),
    )
    hits = tuple(
        Hit(
            paper=Paper(
                paper_id=PaperId(f"h{n}"),
                title=f"Kites {n}",
                passages=(passage(f"h{n}", KITES, PassageKind.ABSTRACT),),
            ),
            score=1.0,
        )
        for n in range(4)
    )
    found = propose_actions("How do kites fly?", profile=profile, background=BACKGROUND, hits=hits)
    return {t for a in found.actions for t in a.directive.terms}


def test_a_practice_is_brought_to_another_field_but_not_what_was_done_there_once() -> None:
    far = passage("b", LIVER)
    assert "tissue staining" in terms_for_kites(
        way(far, practice="tissue staining", kind=InferenceKind.PRACTICE)
    )
    once = terms_for_kites(way(far, kind=InferenceKind.WORK))
    assert once.isdisjoint({"tissue staining", "liver cells"})
