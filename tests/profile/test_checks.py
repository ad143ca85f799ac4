"""The error types of Table 9 that can be seen without a model."""

import pytest

from myscholar.domain.evidence import Evidence
from myscholar.domain.flags import ErrorType, Severity
from myscholar.domain.papers import Paper, PaperId
from myscholar.domain.profile import Inference, InferenceId, PaperSupport, ProfileAspect
from myscholar.profile.checks import check_inference


def inference(text: str, papers: tuple[Paper, ...] = (), number: int = 1) -> Inference:
    supports = tuple(
        PaperSupport(
            paper_id=p.paper_id,
            explanation="One paper does.",
            evidence=(Evidence.of_passage(p.passages[0], 0, 20),),
        )
        for p in papers
    )
    return Inference(
        inference_id=InferenceId(f"k-{number}"),
        aspect=ProfileAspect.KNOWLEDGE,
        text=text,
        supports=supports,
        origin="user",
    )


def kinds(
    text: str, papers, background, n_supports: int = 3, others: tuple[Inference, ...] = ()
) -> set[ErrorType]:
    return {
        f.error_type
        for f in check_inference(inference(text, papers[:n_supports]), papers, background, others)
    }


def test_a_plain_supported_statement_has_no_flag(nests, background) -> None:
    assert kinds("Your papers keep returning to nest acoustics.", nests, background) == set()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Your papers study nest acoustics with BERTScore.", ErrorType.DOMAIN),
        ("Your papers list contributions on nest acoustics.", ErrorType.CONVENTION),
        ("Your papers study nest acoustics rather than song dialects.", ErrorType.CONTRAST),
        ("You are a deep expert in nest acoustics.", ErrorType.STRENGTH),
        ("Your papers solve every problem of nest acoustics.", ErrorType.IMPOSSIBLE),
        ("Your papers give impressive views of nest acoustics!", ErrorType.STYLE),
    ],
)
def test_each_error_type_is_seen(nests, background, text, expected) -> None:
    assert expected in kinds(text, nests, background)


def test_your_papers_with_one_supporting_paper_is_an_overclaim_with_a_repair(
    nests, background
) -> None:
    flags = check_inference(
        inference("Your papers study song dialects.", nests[2:]), nests, background, ()
    )
    (flag,) = [f for f in flags if f.error_type is ErrorType.OVERCLAIM]
    assert flag.repair == "One of your papers (“Song Dialects of Wrens”) studies song dialects."


@pytest.mark.parametrize(
    "text",
    [
        "Your papers show that no model solves every problem of nests.",
        "Your papers remove unmatched calls from recordings of nests.",
        "Your papers treat profound hearing loss in sparrows.",
    ],
)
def test_words_of_a_field_are_neither_praise_nor_strength(nests, background, text: str) -> None:
    assert kinds(text, nests, background) == set()


def test_a_custom_is_one_where_the_writing_is_spoken_of(nests, background) -> None:
    said = inference("Your papers have footnotes on nests.", nests)
    of_style = said.model_copy(update={"aspect": ProfileAspect.WRITING_STYLE})
    (flag,) = check_inference(of_style, nests, background, ())
    assert (flag.error_type, flag.reason) == (
        ErrorType.CONVENTION,
        "“footnotes” could be said of most papers: it tells little about yours.",
    )


def test_a_paper_without_text_counts_against_your_papers(nests, background) -> None:
    unread = nests[0].model_copy(update={"paper_id": PaperId("empty"), "passages": ()})
    flags = check_inference(
        inference("Your papers study nest acoustics.", nests[:1]),
        (nests[0], unread),
        background,
        (),
    )
    assert [(f.reason, f.repair) for f in flags] == [
        (
            "Only one of 2 papers supports it.",
            "One of your papers (“Nest Acoustics of City Sparrows”) studies nest acoustics.",
        )
    ]


def test_all_needs_all(nests, background) -> None:
    assert ErrorType.OVERCLAIM in kinds(
        "Your papers always study nest acoustics.", nests, background, n_supports=2
    )
    assert ErrorType.OVERCLAIM not in kinds(
        "Your papers always study nest acoustics.", nests, background, n_supports=3
    )


def test_saying_the_same_twice_is_seen(nests, background) -> None:
    other = inference("Your papers return to nest acoustics often.", nests, number=2)
    assert ErrorType.PROFILE_GLOBAL in kinds(
        "Your papers often return to nest acoustics.", nests, background, others=(other,)
    )


def test_warnings_come_first(nests, background) -> None:
    flags = check_inference(
        inference("You are a deep expert who solves every problem of nests.", nests),
        nests,
        background,
        (),
    )
    assert [f.severity.value for f in flags] == sorted(
        (f.severity.value for f in flags), reverse=True
    )


def of_a_model(
    text: str, paper: Paper, quote: str, aspect: ProfileAspect = ProfileAspect.KNOWLEDGE
) -> Inference:
    """What a model would write, resting on one sentence of one paper."""
    passage = paper.passages[0]
    start = passage.text.index(quote)
    evidence = Evidence.of_passage(passage, start, start + len(quote))
    support = PaperSupport(
        paper_id=paper.paper_id, explanation="One paper does.", evidence=(evidence,)
    )
    return Inference(
        inference_id=InferenceId("m-1"),
        aspect=aspect,
        text=text,
        supports=(support,),
        origin="some:model",
    )


def test_a_contrast_that_the_cited_passage_draws_is_not_doubted(make_paper, background) -> None:
    text = "We measure nests by ear. Unlike surveys of traffic, ear and box are in one place."
    paper = make_paper("a", "Nests by Ear", text)
    drawn = of_a_model(
        "One of your papers measures nests by ear, unlike surveys of traffic.",
        paper,
        "We measure nests by ear.",
    )
    assert check_inference(drawn, (paper,), background, ()) == ()


def test_a_contrast_that_no_cited_passage_draws_is_a_warning_with_a_clean_repair(
    nests, background
) -> None:
    made = of_a_model(
        "One of your papers measures nest acoustics rather than egg colours of many sparrows.",
        nests[0],
        "We study nest acoustics",
    )
    (flag,) = check_inference(made, nests, background, ())
    assert (flag.error_type, flag.severity) == (ErrorType.CONTRAST, Severity.WARNING)
    assert flag.repair == "One of your papers measures nest acoustics."
    mended = made.model_copy(update={"text": flag.repair})
    assert check_inference(mended, nests, background, ()) == ()


def test_a_denial_that_the_cited_sentence_argues_for_is_no_contrast(make_paper, background) -> None:
    paper = make_paper(
        "a",
        "Nests by Ear",
        "Egg counts need not reflect the health of a colony. Sparrows sing at dawn.",
    )
    text = "One of your papers argues that egg counts do not show whether a colony is healthy."
    argued = of_a_model(
        text, paper, "Egg counts need not reflect the health of a colony.", ProfileAspect.POSITIONS
    )
    assert ErrorType.CONTRAST not in {
        f.error_type for f in check_inference(argued, (paper,), background, ())
    }
    other = make_paper("b", "Nests by Eye", "Egg counts reflect the health of a colony.")
    invented = of_a_model(
        text, other, "Egg counts reflect the health of a colony.", ProfileAspect.POSITIONS
    )
    assert ErrorType.CONTRAST in {
        f.error_type for f in check_inference(invented, (other,), background, ())
    }


def test_a_denial_has_no_repair_by_rule(nests, background) -> None:
    made = of_a_model(
        "One of your papers does not weigh sparrows or their eggs.",
        nests[0],
        "We study nest acoustics",
    )
    (flag,) = [
        f
        for f in check_inference(made, nests, background, ())
        if f.error_type is ErrorType.CONTRAST
    ]
    assert flag.repair is None


def test_a_comparison_with_the_field_rests_on_a_count(nests, background) -> None:
    made = of_a_model(
        "One of your papers speaks of nest acoustics more than most papers.",
        nests[0],
        "We study nest acoustics",
    )
    assert ErrorType.CONTRAST in {
        f.error_type for f in check_inference(made, nests, background, ())
    }
    counted = made.model_copy(
        update={"basis": "1 of 3 papers. Stands in fewer than 5 of 1,000 conference abstracts."}
    )
    assert ErrorType.CONTRAST not in {
        f.error_type for f in check_inference(counted, nests, background, ())
    }


def test_a_name_that_only_other_papers_use_is_a_warning_to_a_model_and_none_to_a_user(
    make_paper, background
) -> None:
    papers = (
        make_paper("a", "Nests", "We study nests of city sparrows."),
        make_paper("b", "Scores", "We compute BERTScore on songs."),
    )
    made = of_a_model(
        "One of your papers scores nests with BERTScore.",
        papers[0],
        "We study nests of city sparrows.",
    )
    (flag,) = check_inference(made, papers, background, ())
    assert (flag.error_type, flag.severity) == (ErrorType.DOMAIN, Severity.WARNING)
    assert "None of the papers that it cites" in flag.reason
    assert check_inference(made.model_copy(update={"origin": "user"}), papers, background, ()) == ()


def test_a_term_that_stands_elsewhere_in_the_paper_is_only_a_hint(make_paper, background) -> None:
    paper = make_paper(
        "a",
        "Nests",
        "We study nests of city sparrows.",
        body=("Scores are computed with BERTScore.",),
    )
    made = of_a_model(
        "One of your papers scores nests with BERTScore.", paper, "We study nests of city sparrows."
    )
    (flag,) = check_inference(made, (paper,), background, ())
    assert (flag.error_type, flag.severity) == (ErrorType.DOMAIN, Severity.HINT)


def test_praise_and_strength_are_repaired_by_leaving_them_out(nests, background) -> None:
    made = inference(
        "Your papers show a deep understanding of nest acoustics in noisy streets.", nests
    )
    (flag,) = check_inference(made, nests, background, ())
    assert flag.repair == "Your papers show familiarity with nest acoustics in noisy streets."
    made = inference("Your papers give impressive views of nest acoustics in noisy streets.", nests)
    (flag,) = check_inference(made, nests, background, ())
    assert flag.repair == "Your papers give views of nest acoustics in noisy streets."


def test_one_of_two_that_denies_what_the_other_says_may_contradict_it(nests, background) -> None:
    other = inference("Your papers measure nest acoustics of city sparrows.", nests, number=2)
    flags = check_inference(
        inference("Your papers never measure nest acoustics of city sparrows.", nests),
        nests,
        background,
        (other,),
    )
    assert any("may contradict" in f.reason for f in flags)


def test_the_same_said_under_two_aspects_is_seen(nests, background) -> None:
    other = inference("Your papers measure nest acoustics of city sparrows.", nests, number=2)
    other = other.model_copy(update={"aspect": ProfileAspect.POSITIONS})
    again = inference("Your papers measure nest acoustics of city sparrows often.", nests)
    assert ErrorType.PROFILE_GLOBAL in {
        f.error_type for f in check_inference(again, nests, background, (other,))
    }


def test_two_aspects_on_the_same_phrases_of_the_same_papers_are_seen(nests, background) -> None:
    terms = ("quiet nests", "loud nests")
    knows = inference(
        "Your papers deal with how listeners tell quiet nests from loud nests.", nests, number=2
    )
    does = inference(
        "Your papers play quiet nests and loud nests to learn what noise costs.", nests
    )
    knows = knows.model_copy(update={"aspect": ProfileAspect.POSITIONS, "terms": terms})
    does, apart = (does.model_copy(update={"terms": t}) for t in (terms[::-1], ("noise",)))
    assert ErrorType.PROFILE_GLOBAL in {
        f.error_type for f in check_inference(does, nests, background, (knows,))
    }
    assert ErrorType.PROFILE_GLOBAL not in {
        f.error_type for f in check_inference(apart, nests, background, (knows,))
    }


@pytest.mark.parametrize(
    "text",
    [
        "One of your papers measures nest acoustics, not just egg colours.",
        "One of your papers listens to nests rather than relying solely on egg colours.",
    ],
)
def test_a_contrast_that_denies_nothing_is_not_doubted(nests, background, text) -> None:
    made = of_a_model(text, nests[0], "We study nest acoustics")
    assert ErrorType.CONTRAST not in {
        f.error_type for f in check_inference(made, nests, background, ())
    }


def test_preferring_one_thing_over_another_is_a_contrast(nests, background) -> None:
    text = "One of your papers prefers nest acoustics over egg colours."
    made = of_a_model(text, nests[0], "We study nest acoustics")
    assert ErrorType.CONTRAST in {
        f.error_type for f in check_inference(made, nests, background, ())
    }


def test_two_papers_of_five_are_no_reason_to_doubt_your_papers(
    make_paper, nests, background
) -> None:
    five = (
        *nests,
        make_paper("d", "Eggs", "Eggs are round."),
        make_paper("e", "Wings", "Wings are long."),
    )
    assert kinds("Your papers study nest acoustics.", five, background, n_supports=2) == set()


def test_papers_without_text_count_as_papers_that_do_not_support(
    make_paper, nests, background
) -> None:
    papers = (nests[0], make_paper("t", "A Title Alone"))
    assert ErrorType.OVERCLAIM in kinds(
        "Your papers study nest acoustics.", papers, background, n_supports=1
    )


def test_a_custom_of_writing_is_not_doubted_where_the_papers_own_topic_is_named(
    nests, background
) -> None:
    named = inference(
        "Your papers leave nest acoustics of sparrows to future work.", nests
    ).model_copy(update={"origin": "some:model"})
    bare = named.model_copy(update={"text": "Your papers close with future work."})
    assert ErrorType.CONVENTION not in {
        f.error_type for f in check_inference(named, nests, background, ())
    }
    assert ErrorType.CONVENTION in {
        f.error_type for f in check_inference(bare, nests, background, ())
    }
