"""A profile without a model: cited, counted, honest about what it rests on."""

import re

import pytest

from myscholar.domain.papers import Paper, Relation
from myscholar.domain.profile import InferenceKind, Profile, ProfileAspect, ProfileId
from myscholar.domain.runs import Event
from myscholar.errors import NoPapers, NoText
from myscholar.profile.extractive.infer import MOST, infer_profile
from myscholar.profile.key_phrases import key_phrases
from myscholar.profile.reading import read_papers
from myscholar.text.safeguards import is_withheld

NOW = "2026-01-01T00:00:00Z"


def profile_of(papers, background, **kwargs) -> Profile:
    return infer_profile(
        papers, background=background, now=NOW, profile_id=ProfileId("p"), name="Me", **kwargs
    )


def texts(profile: Profile) -> list[str]:
    return [i.text for i in profile.inferences]


def test_the_shared_topic_is_told_and_its_count_is_a_value(nests, background) -> None:
    knowledge = profile_of(nests, background).of_aspect(ProfileAspect.KNOWLEDGE)
    assert knowledge[0].text.startswith("Your papers work on nest acoustics: one ")
    assert not re.search(r"\d", knowledge[0].text)
    assert {s.paper_id for s in knowledge[0].supports} == {"a", "b"}


def test_a_shared_topic_is_related_in_the_papers_own_words(nests, background) -> None:
    text = profile_of(nests, background).of_aspect(ProfileAspect.KNOWLEDGE)[0].text
    assert "presents “a survey of nest acoustics in noisy streets”" in text
    assert "studies “nest acoustics of city sparrows”" in text


def test_every_paper_that_says_what_it_does_is_used(nests, background) -> None:
    used = {s.paper_id for i in profile_of(nests, background).inferences for s in i.supports}
    assert used == {"a", "b", "c"}


def test_what_stands_in_quotation_marks_stands_in_the_evidence(nests, background) -> None:
    for inference in profile_of(nests, background).inferences:
        said = re.sub(r"^“[^”]*”", "", inference.text)  # without the paper's title
        for quote in re.findall(r"“([^”]+)”", said):
            assert any(quote in e.text for s in inference.supports for e in s.evidence)


def styles(papers, background) -> list[str]:
    return [i.text for i in profile_of(papers, background).of_aspect(ProfileAspect.RESEARCH_STYLE)]


def test_a_practice_of_two_papers_is_told_with_what_each_did(make_paper, background) -> None:
    papers = (
        make_paper("a", "Nests", "We conduct a user study of nests with ten listeners."),
        make_paper(
            "b",
            "Songs",
            "Songs of wrens are loud.",
            ("We interview forty listeners and run a user study of wrens.",),
        ),
    )
    (told,) = styles(papers, background)
    assert told.startswith(
        "Your papers study people: users, participants or experts: one conducts “a user study of"
    )


def test_a_practice_in_the_text_of_one_paper_is_no_practice_of_the_researcher(
    make_paper, background
) -> None:
    papers = (
        make_paper(
            "a",
            "Nests",
            "Nests of wrens are loud.",
            ("We conduct a user study of nests with ten listeners.",),
        ),
        make_paper(
            "b",
            "Songs",
            "Existing approaches to songs rely on a user study, which is slow. We aim to conduct "
            "a user study.",
        ),
    )
    assert styles(papers, background) == []


def test_a_title_that_names_a_practice_shows_it(make_paper, background) -> None:
    (told,) = styles(
        (make_paper("a", "Quiet Nests: A Case Study", "Nests of wrens are loud. Boxes are not."),),
        background,
    )
    assert told == "Your one paper argues from case studies."


def positions(papers, background) -> list[str]:
    return [i.text for i in profile_of(papers, background).of_aspect(ProfileAspect.POSITIONS)]


@pytest.mark.parametrize(
    "sentence",
    [
        "Loud streets pose a serious threat to the broods of city birds.",
        "Current nest boxes fail to keep street noise from the brood.",
        "Nest boxes should be tested before any of them is sold.",
        "We show that our nest box outperforms state-of-the-art boxes in all cities.",
    ],
)
def test_openings_criticism_and_praise_of_ones_own_method_are_no_positions(
    make_paper, background, sentence: str
) -> None:
    assert (
        positions(
            (make_paper("a", "Nest Boxes", f"Nest boxes hang in cities. {sentence}"),), background
        )
        == []
    )


def test_a_stand_in_the_text_of_one_paper_alone_is_no_position(make_paper, background) -> None:
    body = ("We argue that nest boxes deserve the same acoustic tests as headphones.",)
    assert (
        positions((make_paper("a", "Nest Boxes", "Nest boxes hang in cities.", body),), background)
        == []
    )


def test_a_title_that_is_a_sentence_is_a_position(make_paper, background) -> None:
    papers = (
        make_paper("a", "Moss: Quiet Nests Do Not Need Wool", "Nests of wrens are loud."),
        make_paper("b", "Do Wrens Need Wool?", "Wool is warm."),
        make_paper("c", "Singing When Streets Are Loud", "Songs of wrens are loud."),
    )
    assert positions(papers, background) == [
        "“Moss: Quiet Nests Do Not Need Wool” says in its title: “Quiet Nests Do Not Need Wool”."
    ]


def test_naming_a_group_of_people_says_nothing_of_the_audience(nests, background) -> None:
    assert profile_of(nests, background).of_aspect(ProfileAspect.AUDIENCE) == ()


def test_every_inference_has_evidence_an_explanation_a_basis_and_terms(nests, background) -> None:
    profile = profile_of(nests, background)
    assert profile.inferences
    for inference in profile.inferences:
        assert inference.supports
        assert inference.basis
        assert inference.terms
        assert all(s.explanation.startswith("One paper") for s in inference.supports)
    assert len(profile.inferences) <= MOST


def test_the_same_papers_give_the_same_profile(nests, background) -> None:
    assert profile_of(nests, background) == profile_of(nests, background)


def test_one_supporting_paper_is_never_called_your_papers(nests, background) -> None:
    for inference in profile_of(nests, background).inferences:
        if len(inference.supports) == 1:
            assert inference.text.startswith("“")


def test_a_single_paper_is_said_to_be_one(nests, background) -> None:
    profile = profile_of(nests[:1], background)
    assert all(t.startswith("Your one paper") for t in texts(profile))
    assert any("Only one paper has text" in n for n in profile.notes)


def test_followed_papers_are_never_ascribed_to_the_user(make_paper, nests, background) -> None:
    followed = tuple(p.model_copy(update={"relation": Relation.FOLLOWED}) for p in nests)
    profile = profile_of(followed, background)
    assert not any("your paper" in t.lower() for t in texts(profile))
    assert any("you follow" in n for n in profile.notes)


def test_mixed_papers_are_counted_apart(nests, background) -> None:
    mixed = (nests[0], nests[1].model_copy(update={"relation": Relation.FOLLOWED}), nests[2])
    (first, *_) = [t for t in texts(profile_of(mixed, background)) if "nest acoustics" in t]
    assert first.startswith("One of your papers and the one paper you follow work on nest")


def test_followed_papers_neither_speak_for_the_researcher_nor_come_first(
    make_paper, nests, background
) -> None:
    followed = tuple(
        make_paper(
            f"f{n}",
            f"Wool in Boxes {n}",
            f"We present wool boxes for the city number {n}. We argue that wool boxes of type {n} "
            "keep broods warm. We run a user study of wool.",
            relation=Relation.FOLLOWED,
        )
        for n in range(4)
    )
    profile = profile_of((*followed, *nests), background)
    mine = {"a", "b", "c"}
    for aspect in (ProfileAspect.POSITIONS, ProfileAspect.RESEARCH_STYLE):
        assert {s.paper_id for i in profile.of_aspect(aspect) for s in i.supports} <= mine
    rests_on_mine = [
        any(s.paper_id in mine for s in i.supports)
        for i in profile.of_aspect(ProfileAspect.KNOWLEDGE)
    ]
    assert rests_on_mine == sorted(rests_on_mine, reverse=True)
    assert any(rests_on_mine)


def test_a_paper_of_which_only_the_title_is_known_speaks_by_its_title(
    make_paper, nests, background
) -> None:
    profile = profile_of((*nests, make_paper("t", "Quiet Owls of the North")), background)
    told = [i for i in profile.inferences if "t" in {s.paper_id for s in i.supports}]
    assert [i.text for i in told] == ["“Quiet Owls of the North” is on quiet owls."]
    assert any("Quiet Owls" in n and "only the title" in n for n in profile.notes)


def test_a_topic_of_several_titles_is_shared_though_no_text_says_it(make_paper, background) -> None:
    titles = ("Owl networks in towns", "A platform for owl networks", "Owl networks by night")
    papers = [make_paper(str(n), title) for n, title in enumerate(titles)]
    profile = profile_of(
        (make_paper("a", "Nests", "We present nests of wool. Nests are loud."), *papers), background
    )
    text = "Your papers work on owl networks, one in its title."
    assert text in [i.text for i in profile.inferences]


def test_no_papers_and_no_text_are_clear_errors(make_paper, background) -> None:
    with pytest.raises(NoPapers):
        profile_of((), background)
    with pytest.raises(NoText):
        profile_of((make_paper("t", "Only a title"),), background)


JUNK = (
    "x 1 = y 2 ∑ i ∈ {1, 2} p ( x | θ ) . [1][2][3]. Figure 3: Loudness over time. "
    "jane@example.org",
    "Smith, J. et al. 2019. A study. In Proc. of X, pp. 1-9.",
)


def test_junk_is_never_quoted(make_paper, nests, background) -> None:
    profile = profile_of((*nests, make_paper("j", "Junk", JUNK[0], body=JUNK)), background)
    quoted = [e.text for i in profile.inferences for s in i.supports for e in s.evidence]
    assert not any("∑" in q or "@" in q or "Figure 3" in q or "pp." in q for q in quoted)


def test_a_paper_without_any_clean_sentence_is_named_in_the_notes(
    make_paper, nests, background
) -> None:
    profile = profile_of((*nests, make_paper("j", "Junk", "∑ ∈ {1} . = x.")), background)
    assert any("Junk" in n for n in profile.notes)


def test_a_text_in_another_script_does_not_stop_the_rest(make_paper, nests, background) -> None:
    profile = profile_of(
        (*nests, make_paper("z", "鸟巢声学", "本文研究城市麻雀的鸟巢声学。我们认为应该测量噪音。")),
        background,
    )
    assert {"a", "b", "c"} <= {s.paper_id for i in profile.inferences for s in i.supports}


def test_progress_ends_with_all_done(nests, background) -> None:
    events: list[Event] = []
    profile_of(nests, background, progress=events.append)
    assert events[-1].done == events[-1].total


def test_nothing_said_would_be_withheld(nests, background) -> None:
    profile = profile_of(nests, background)
    assert profile.n_withheld == 0
    assert not any(is_withheld(t) for t in texts(profile))


def test_a_long_book_is_read_up_to_a_limit_and_says_so(make_paper, background) -> None:
    body = tuple(
        f"Chapter paragraph number {n} says that nest acoustics are loud in spring."
        for n in range(1600)
    )
    book: Paper = make_paper(
        "b", "A Book of Nests", "We study nest acoustics of sparrows in many cities.", body=body
    )
    profile = profile_of((book,), background)
    assert any("Only the first 1,500 paragraphs" in n for n in profile.notes)


KAPPA = (
    (
        "a",
        "Judging songs",
        "We compare judgments of songs by two ears. Song judgments need "
        "trained ears. Cohen's kappa was high.",
        ("Song judgments were made twice.",),
    ),
    (
        "b",
        "Judging nests",
        "We compare judgments of nests. Nest judgments need light, and song "
        "judgments need silence.",
        ("Cohen's kappa was 0.61. Nest judgments were hard.",),
    ),
    (
        "c",
        "Judging wings",
        "We compare judgments of wings. Wing judgments need callipers in good light.",
        ("Cohen's kappas were low. We put COHEN'S KAPPA first.",),
    ),
)


def topic(papers, background, key: str):
    shelf = read_papers(papers)
    return next(p for p in key_phrases(shelf, background) if p.key == key)


def test_mentions_count_at_the_start_of_sentences_in_the_plural_and_in_capitals(
    make_paper, background
) -> None:
    papers = tuple(make_paper(*p) for p in KAPPA)
    assert topic(papers, background, "cohen kappa").mentions == {1: 1, 2: 1, 3: 2}


def test_numbers_behind_a_topic_count_every_paper_that_mentions_it(make_paper, background) -> None:
    """In the title of one paper, in the abstract of another, in the body of a third."""
    papers = (
        make_paper(
            "a",
            "Dawn choruses of wrens",
            "Dawn choruses begin before light. We describe "
            "dawn choruses of wrens. Dawn choruses are loud.",
        ),
        make_paper(
            "b",
            "Nest boxes",
            "Nest boxes keep broods warm. Dawn choruses wake the broods of wrens in spring.",
        ),
        make_paper(
            "c",
            "Oak",
            "Oak grows slowly in the north.",
            ("Dawn choruses were heard once in the whole long winter.",),
        ),
    )
    first = profile_of(papers, background).inferences[0]
    assert first.terms[0] == "dawn choruses"
    # 1 + 3 in the first paper, 1 in the second, 1 in the third
    assert "6 mentions in 3 papers of 3 read, in title or abstract of 2" in first.basis


def test_a_profile_with_room_tells_what_else_each_paper_returns_to(make_paper, background) -> None:
    abstract = (
        "Dawn choruses are loud. Near the old oak hollows, all dawn choruses are louder still. Oak "
        "hollows are old."
    )
    told = texts(
        profile_of((make_paper("a", "Dawn choruses of oak hollows", abstract),), background)
    )
    assert any(
        t.startswith("Your one paper returns to") and "oak hollows" in t and "dawn choruses" in t
        for t in told
    )


def test_each_inference_says_as_values_what_its_text_says(nests, background) -> None:
    found = profile_of(nests, background).inferences
    stated = {
        ProfileAspect.KNOWLEDGE: {InferenceKind.TOPIC, InferenceKind.WORK},
        ProfileAspect.RESEARCH_STYLE: {InferenceKind.PRACTICE, InferenceKind.WORK},
        ProfileAspect.WRITING_STYLE: {InferenceKind.MEASURE},
        ProfileAspect.POSITIONS: {InferenceKind.POSITION},
    }
    assert all(i.kind in stated[i.aspect] for i in found)
    assert all(bool(i.practice) == (i.kind is InferenceKind.PRACTICE) for i in found)
    assert all(bool(i.measure) == (i.kind is InferenceKind.MEASURE) for i in found)
    assert all(i.practice in ("", *i.terms) for i in found)


def test_facts_of_the_old_wording_go_when_a_user_writes_another(make_paper, background) -> None:
    titled = make_paper("a", "Quiet Nests: A Case Study", "Nests of wrens are loud. Boxes are not.")
    (told,) = profile_of((titled,), background).of_aspect(ProfileAspect.RESEARCH_STYLE)
    assert (told.kind, told.practice) == (InferenceKind.PRACTICE, "case studies")
    edited = told.edited("I count nests.")
    assert (edited.kind, edited.practice, edited.measure) == (None, "", "")
