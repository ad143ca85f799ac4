"""What of a profile goes to a screen."""

from myscholar.domain.evidence import Evidence
from myscholar.domain.flags import ErrorType, Flag, Severity
from myscholar.domain.papers import PaperId, Passage, PassageId, PassageKind, Relation, TextSource
from myscholar.domain.profile import (
    Inference,
    InferenceId,
    PaperSupport,
    Profile,
    ProfileAspect,
    ProfileId,
    ProfilePaper,
    StyleMeasure,
)
from myscholar.views.profile_view import InferenceView, maker_of, profile_view


def passage(paper: str, kind: PassageKind = PassageKind.BODY, **place: object) -> Passage:
    return Passage(
        passage_id=PassageId(f"{paper}#{kind}"),
        paper_id=PaperId(paper),
        kind=kind,
        text="Wrens sing at dawn.",
        **place,
    )


def support(passage: Passage) -> PaperSupport:
    return PaperSupport(
        paper_id=passage.paper_id,
        explanation="One paper listens.",
        evidence=(Evidence.of_passage(passage),),
    )


def paper(paper_id: str, number: int, **more: object) -> ProfilePaper:
    facts = {
        "title": f"Paper {number}",
        "relation": Relation.MINE,
        "text_source": TextSource.FULL_TEXT,
    } | more
    return ProfilePaper(paper_id=PaperId(paper_id), number=number, **facts)


def inference(name: str, *passages: Passage, **more: object) -> Inference:
    facts = {
        "aspect": ProfileAspect.KNOWLEDGE,
        "text": name,
        "supports": tuple(support(p) for p in passages),
    } | more
    return Inference(inference_id=InferenceId(name), **facts)


BODY = passage("a", section="Methods", paragraph=3, page=2)
ABSTRACT = passage("b", PassageKind.ABSTRACT)
SUMMARY = passage("c", PassageKind.SUMMARY)
PAPERS = (
    paper("a", 1, authors=("Ada Müller", "Bo Li"), year=2020, venue="Birds"),
    paper("b", 2, text_source=TextSource.ABSTRACT, relation=Relation.FOLLOWED),
    paper("c", 3, title="T" * 10_000, venue="V" * 10_000),
)


def profile(*inferences: Inference, engine: str = "extractive") -> Profile:
    return Profile(
        profile_id=ProfileId("p"),
        name="Birds",
        engine=engine,
        created_at="2026-01-02T03:04:05Z",
        papers=PAPERS,
        passages=(BODY, ABSTRACT, SUMMARY),
        inferences=inferences,
    )


def shown(inference: Inference) -> InferenceView:
    return profile_view(profile(inference)).aspects[0].inferences[0]


def test_how_many_papers_it_rests_on_is_spelled_out() -> None:
    assert shown(inference("i", ABSTRACT, BODY)).share == "2 of 3 papers, 1 of them followed"
    assert shown(inference("i", BODY)).share == "1 of your 2 papers"
    assert shown(inference("i", ABSTRACT)).share == "1 of 1 paper you follow"
    assert shown(inference("i", origin="user")).share == "Your own words, no paper behind them"
    assert shown(inference("i")).share == "No paper behind it"
    assert (
        shown(inference("i", ABSTRACT, BODY, origin="user")).share
        == "Papers behind the earlier wording: 2"
    )


def test_papers_stand_in_the_order_of_their_numbers() -> None:
    assert [s.number for s in shown(inference("i", SUMMARY, BODY)).supports] == [1, 3]


def test_each_quote_says_where_it_stands_and_a_summary_that_it_is_none() -> None:
    quotes = [s.quotes[0] for s in shown(inference("i", BODY, ABSTRACT, SUMMARY)).supports]
    assert [q.place for q in quotes] == [
        "Methods, paragraph 3, page 2",
        "Abstract",
        "myscholar's summary, not the paper's words",
    ]
    assert [q.verbatim for q in quotes] == [True, True, False]


def test_all_five_aspects_are_there_also_when_one_is_empty() -> None:
    view = profile_view(profile(inference("i", aspect=ProfileAspect.AUDIENCE)))
    assert [(a.label, len(a.inferences)) for a in view.aspects] == [
        ("Knowledge", 0),
        ("Research style", 0),
        ("Writing style", 0),
        ("Positions", 0),
        ("Audience", 1),
    ]


def test_papers_are_counted_by_the_inferences_that_rest_on_them() -> None:
    view = profile_view(profile(inference("i", BODY, ABSTRACT), inference("j", BODY)))
    assert [(p.n_inferences, p.followed) for p in view.papers] == [
        (2, False),
        (1, True),
        (0, False),
    ]
    assert view.papers[0].facts == "Müller and Li · 2020 · Birds · read from full text"


def test_what_a_file_says_of_itself_is_shortened() -> None:
    long = profile_view(profile()).papers[2]
    assert len(long.title) == 300
    assert len(long.facts) < 200


def test_a_doubt_is_named_in_plain_words_with_its_repair() -> None:
    flag = Flag(
        error_type=ErrorType.OVERCLAIM,
        severity=Severity.WARNING,
        reason="1 of 3 papers shows it.",
        repair="One paper ...",
    )
    (doubt,) = shown(inference("i", BODY, flags=(flag,))).doubts
    assert (doubt.kind, doubt.reason, doubt.repair) == (
        "Claims more than the papers show",
        "1 of 3 papers shows it.",
        "One paper ...",
    )


def test_a_doubt_says_whether_a_model_or_a_rule_noticed_it() -> None:
    flag = Flag(error_type=ErrorType.CONTRAST, severity=Severity.HINT, reason="Sharper than it is.")
    by_model = flag.model_copy(update={"origin": "vendor:large"})
    doubts = shown(inference("i", BODY, flags=(flag, by_model))).doubts
    assert [d.noticed for d in doubts] == ["by a rule", "noticed by vendor:large"]


def test_who_made_it_is_named() -> None:
    assert (
        maker_of(profile(inference("i"), inference("j", origin="user"))) == "the extractive engine"
    )
    assert (
        maker_of(
            profile(inference("i", origin="a:one"), inference("j", origin="a:two"), engine="llm")
        )
        == "a:one, a:two"
    )
    assert shown(inference("i", origin="user")).maker == "you"


def test_an_aspect_without_an_inference_says_so() -> None:
    knowledge, *others = profile_view(profile(inference("i", BODY))).aspects
    assert knowledge.nothing == ""
    assert all(a.nothing.endswith(".") for a in others)


def test_measures_are_told_with_their_place_among_other_abstracts() -> None:
    high = StyleMeasure(name="words_per_sentence", value=27.84, percentile=84, n_papers=2)
    low = StyleMeasure(name="letters_per_word", value=4.9, percentile=3, n_papers=2)
    view = profile_view(profile().model_copy(update={"measures": (high, low)}))
    assert [(m.label, m.value, m.place) for m in view.measures] == [
        ("Words in a sentence", "27.8", "more than 84 % of conference abstracts"),
        ("Letters in a word", "4.9", "fewer than 97 % of conference abstracts"),
    ]
    assert [a.nothing for a in view.aspects if "measured below" in a.nothing]


def test_a_profile_saved_before_there_were_measures_is_read() -> None:
    saved = profile(inference("i", BODY)).model_dump(mode="json", exclude={"measures"})
    assert Profile.model_validate(saved).measures == ()
