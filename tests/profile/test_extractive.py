"""A profile without a model: cited, counted, honest about what it rests on."""

from dataclasses import replace

import pytest

from myscholar.domain.papers import Paper, Relation
from myscholar.domain.profile import Profile, ProfileAspect, ProfileId
from myscholar.domain.runs import Event
from myscholar.errors import NoPapers, NoText
from myscholar.profile.extractive import PER_ASPECT, infer_profile
from myscholar.profile.reading import read_papers
from myscholar.profile.safeguards import withheld
from myscholar.profile.topics import key_phrases

NOW = "2026-01-01T00:00:00Z"


def profile_of(papers, background, **kwargs) -> Profile:
    return infer_profile(papers, background=background, now=NOW, profile_id=ProfileId("p"), name="Me", **kwargs)


def texts(profile: Profile) -> list[str]:
    return [i.text for i in profile.inferences]


def test_the_shared_topic_is_told_with_its_count(nests, background) -> None:
    knowledge = profile_of(nests, background).of_aspect(ProfileAspect.KNOWLEDGE)
    assert knowledge[0].text.startswith("Your papers")
    assert "nest acoustics" in knowledge[0].text
    assert "2 of 3 papers" in knowledge[0].text
    assert {s.paper_id for s in knowledge[0].supports} == {"a", "b"}


def test_every_paper_with_text_is_used(nests, background) -> None:
    used = {s.paper_id for i in profile_of(nests, background).inferences for s in i.supports}
    assert used == {"a", "b", "c"}


def test_research_practices_are_told_with_how_common_they_are(nests, background) -> None:
    told = [i.text for i in profile_of(nests, background).of_aspect(ProfileAspect.RESEARCH_STYLE)]
    assert any("user studies" in t and "2 % of conference abstracts" in t for t in told)


def test_argued_claims_are_positions_in_the_papers_own_words(nests, background) -> None:
    told = " ".join(i.text for i in profile_of(nests, background).of_aspect(ProfileAspect.POSITIONS))
    assert (
        "“nest acoustics should be measured before any nest box is put on sale”" in told
        or "recordings of loud nests must be shared" in told
    )


def test_groups_addressed_are_the_audience(nests, background) -> None:
    told = " ".join(i.text for i in profile_of(nests, background).of_aspect(ProfileAspect.AUDIENCE))
    assert "practitioners" in told


def test_every_inference_has_evidence_an_explanation_a_basis_and_terms(nests, background) -> None:
    profile = profile_of(nests, background)
    assert profile.inferences
    for inference in profile.inferences:
        assert inference.supports
        assert inference.basis
        assert inference.terms
        assert all(s.explanation.startswith("One paper") for s in inference.supports)
    assert all(len(profile.of_aspect(a)) <= PER_ASPECT for a in ProfileAspect)


def test_the_same_papers_give_the_same_profile(nests, background) -> None:
    assert profile_of(nests, background) == profile_of(nests, background)


def test_one_supporting_paper_is_never_called_your_papers(nests, background) -> None:
    for inference in profile_of(nests, background).inferences:
        if len(inference.supports) == 1:
            assert inference.text.startswith("One of your papers (“")


def test_a_single_paper_is_said_to_be_one(nests, background) -> None:
    profile = profile_of(nests[:1], background)
    assert all(t.startswith("Your one paper") for t in texts(profile))
    assert any("Only one paper has text" in n for n in profile.notes)


def test_readers_who_are_told_what_to_do_are_the_audience(make_paper, nests, background) -> None:
    told = make_paper(
        "s",
        "Wrens in gardens",
        "Wrens sing in gardens at dawn. Readers who run a bird clinic should keep wrens warm. The community should count wrens every spring.",
    )
    audience = [
        i for i in profile_of((*nests, told), background).of_aspect(ProfileAspect.AUDIENCE) if i.supports[0].paper_id == "s"
    ]
    assert {i.terms[0] for i in audience} == {"readers who run a bird clinic", "the research community"}


def test_followed_papers_are_never_ascribed_to_the_user(make_paper, nests, background) -> None:
    followed = tuple(p.model_copy(update={"relation": Relation.FOLLOWED}) for p in nests)
    profile = profile_of(followed, background)
    assert not any("your paper" in t.lower() for t in texts(profile))
    assert any("you follow" in n for n in profile.notes)


def test_mixed_papers_are_counted_apart(nests, background) -> None:
    mixed = (nests[0], nests[1].model_copy(update={"relation": Relation.FOLLOWED}), nests[2])
    (first, *_) = [t for t in texts(profile_of(mixed, background)) if "nest acoustics" in t]
    assert first.startswith("1 of your 2 papers and 1 paper you follow") or "paper you follow" in first


def test_titles_alone_support_nothing_and_are_listed(make_paper, nests, background) -> None:
    profile = profile_of((*nests, make_paper("t", "Quiet Owls of the North")), background)
    assert len(profile.papers) == 4
    assert "t" not in {s.paper_id for i in profile.inferences for s in i.supports}
    assert any("Quiet Owls" in n for n in profile.notes)


def test_no_papers_and_no_text_are_clear_errors(make_paper, background) -> None:
    with pytest.raises(NoPapers):
        profile_of((), background)
    with pytest.raises(NoText):
        profile_of((make_paper("t", "Only a title"),), background)


JUNK = (
    "x 1 = y 2 ∑ i ∈ {1, 2} p ( x | θ ) . [1][2][3]. Figure 3: Loudness over time. jane@example.org",
    "Smith, J. et al. 2019. A study. In Proc. of X, pp. 1-9.",
)


def test_junk_is_never_quoted(make_paper, nests, background) -> None:
    profile = profile_of((*nests, make_paper("j", "Junk", JUNK[0], body=JUNK)), background)
    quoted = [e.text for i in profile.inferences for s in i.supports for e in s.evidence]
    assert not any("∑" in q or "@" in q or "Figure 3" in q or "pp." in q for q in quoted)


def test_a_paper_without_any_clean_sentence_is_named_in_the_notes(make_paper, nests, background) -> None:
    profile = profile_of((*nests, make_paper("j", "Junk", "∑ ∈ {1} . = x.")), background)
    assert any("Junk" in n for n in profile.notes)


def test_a_text_in_another_script_does_not_stop_the_rest(make_paper, nests, background) -> None:
    profile = profile_of((*nests, make_paper("z", "鸟巢声学", "本文研究城市麻雀的鸟巢声学。我们认为应该测量噪音。")), background)
    assert {"a", "b", "c"} <= {s.paper_id for i in profile.inferences for s in i.supports}


def test_progress_ends_with_all_done(nests, background) -> None:
    events: list[Event] = []
    profile_of(nests, background, progress=events.append)
    assert events[-1].done == events[-1].total


def test_nothing_said_would_be_withheld(nests, background) -> None:
    profile = profile_of(nests, background)
    assert profile.n_withheld == 0
    assert not any(withheld(t) for t in texts(profile))


def test_a_long_book_is_read_up_to_a_limit_and_says_so(make_paper, background) -> None:
    body = tuple(f"Chapter paragraph number {n} says that nest acoustics are loud in spring." for n in range(1600))
    book: Paper = make_paper("b", "A Book of Nests", "We study nest acoustics of sparrows in many cities.", body=body)
    profile = profile_of((book,), background)
    assert any("Only the first 1,500 paragraphs" in n for n in profile.notes)


KAPPA = (
    ("a", "Judging songs", "We compare judgments of songs by two ears. Song judgments need trained ears. Cohen's kappa was high.", ("Song judgments were made twice.",)),
    ("b", "Judging nests", "We compare judgments of nests. Nest judgments need light, and song judgments need silence.", ("Cohen's kappa was 0.61. Nest judgments were hard.",)),
    ("c", "Judging wings", "We compare judgments of wings. Wing judgments need callipers in good light.", ("Cohen's kappas were low. We put COHEN'S KAPPA first.",)),
)  # fmt: skip


def topic(papers, background, key: str):
    shelf = read_papers(papers)
    return next(p for p in key_phrases(shelf, background) if p.key == key)


def test_mentions_count_at_the_start_of_sentences_in_the_plural_and_in_capitals(make_paper, background) -> None:
    papers = tuple(make_paper(*p) for p in KAPPA)
    assert topic(papers, background, "cohen kappa").mentions == {1: 1, 2: 1, 3: 2}


def test_numbers_behind_a_topic_count_every_paper_that_mentions_it(make_paper, background) -> None:
    """In the title of one paper, in the body of another, in the title alone of a third that has no text."""
    songs = "Dawn choruses begin before light. We describe dawn choruses of wrens. Dawn choruses are loud."
    body = ("Nest boxes were watched at night. Dawn choruses were heard once in the whole long winter.",)
    papers = (
        make_paper("a", "Dawn choruses of wrens", songs),
        make_paper("b", "Nest boxes", "Nest boxes keep broods warm. We build nest boxes of oak.", body),
    )
    (first,) = [
        i
        for i in profile_of(papers, background).inferences
        if i.terms[:1] == ("dawn choruses",) and i.aspect is ProfileAspect.KNOWLEDGE
    ]
    assert "5 mentions in 2 papers of 2 read, in title or abstract of 1" in first.basis
    alone = (
        papers[0],
        make_paper("c", "Collecting Dawn Choruses"),
        make_paper("d", "Oak", "Oak grows slowly in the north. We plant oak trees."),
    )
    (told,) = [
        i
        for i in profile_of(alone, background).inferences
        if i.terms[:1] == ("dawn choruses",) and i.aspect is ProfileAspect.KNOWLEDGE
    ]
    assert "does not mention" not in told.text


def test_what_titles_are_about_outranks_the_statistics_that_serve_it(make_paper, background) -> None:
    papers = tuple(
        make_paper(
            n,
            f"Pooling in test collections {n}",
            f"Test collections of {x} rest on pooling. We study pooling for test collections. Cohen's kappa was high. Cohen's kappa of {x} varies.",
        )
        for n, x in (("a", "songs"), ("b", "nests"), ("c", "wings"))
    )
    ranked = [p.key for p in key_phrases(read_papers(papers), background)]
    assert ranked.index("test collect") < ranked.index("cohen kappa")
    assert ranked.index("pool") < ranked.index("cohen kappa")


def test_a_paper_that_says_once_that_it_did_the_same_counts_beside_one_that_does_it_throughout(make_paper, background) -> None:
    tests = "We report paired t-tests with Bonferroni correction over nests."
    papers = (
        make_paper("a", "Nests", f"Nests of wrens differ in loudness. {tests}"),
        make_paper(
            "b", "Songs", "Songs of wrens differ in loudness.", ("Bootstrap intervals over songs were computed for each wren.",)
        ),
        make_paper(
            "c", "Wings", "Wings of wrens differ in length.", ("Earlier work used p-values [3] where no test was run by us.",)
        ),
    )
    rare = replace(background, habits={**background.habits, "statistical testing": 2})
    (found,) = [i for i in profile_of(papers, rare).inferences if i.terms[:1] == ("statistical testing",)]
    assert [s.paper_id for s in found.supports] == ["a", "b"]
