"""Actions as a screen shows them."""

from collections.abc import Sequence

from myscholar.domain.actions import (
    Action,
    ActionList,
    Category,
    Directive,
    LeftOut,
    Omission,
    Stage,
    Verb,
)
from myscholar.domain.evidence import ActionId, SearchFilters
from myscholar.domain.feedback import Feedback, Subject
from myscholar.domain.flags import ErrorType, Flag, Severity
from myscholar.domain.profile import Profile
from myscholar.views.action_view import (
    ActionCard,
    ActionsView,
    actions_view,
    rule_in_words,
)


def action(action_id: str, tldr: str, *, personalized: bool = False, **changes: object) -> Action:
    made = Action(
        action_id=ActionId(action_id),
        tldr=tldr,
        text=f"I can {tldr}, which might help you.",
        stage=Stage.ORGANIZATION,
        category=Category.CONTENT,
        personalized=personalized,
        directive=Directive(verb=Verb.ADD_SECTION, terms=("datasets",)),
    )
    return made.model_copy(update=changes)


def listed(*actions: Action) -> ActionList:
    return ActionList(question="How are citations checked?", actions=actions)


def cards(view: ActionsView, kind: str = "content") -> Sequence[ActionCard]:
    return next(group.cards for group in view.groups if group.kind == kind)


def test_actions_stand_by_what_they_change_and_own_ones_apart() -> None:
    view = actions_view(
        listed(
            action("g1", "Add a section on datasets"),
            action("g2", "Use bullet points", category=Category.STYLE),
            action("p1", "Add a section on judges", personalized=True),
            action("u1", "Mention Ada", origin="user"),
        ),
        None,
    )
    assert [(g.label, [c.action_id for c in g.cards]) for g in view.groups] == [
        ("Content", ["p1", "g1"]),
        ("Style", ["g2"]),
        ("Specificity", []),
        ("Research ideas", []),
        ("Your own", ["u1"]),
    ]
    assert view.order == ("g1", "g2", "p1", "u1")


def test_an_action_shows_the_inference_behind_it_with_its_papers(sample_profile: Profile) -> None:
    inference = sample_profile.inferences[0]
    view = actions_view(
        listed(action("p1", "Compare", personalized=True, inference_id=inference.inference_id)),
        sample_profile,
    )
    behind = cards(view)[0].behind
    assert behind is not None
    assert behind.text == inference.text
    assert [p.number for p in behind.papers] == sorted(
        sample_profile.paper(s.paper_id).number for s in inference.supports
    )
    assert {q.text for p in behind.papers for q in p.quotes} == {
        e.text for s in inference.supports for e in s.evidence
    }


def test_papers_behind_an_earlier_wording_are_not_shown_as_the_ground_of_an_action(
    sample_profile: Profile,
) -> None:
    inference = sample_profile.inferences[0].edited("I do something else.")
    profile = sample_profile.with_inference(inference, at="2026-01-01T00:00:00Z")
    because = action(
        "p1", "Add a section on this", personalized=True, inference_id=inference.inference_id
    )
    behind = cards(actions_view(listed(because), profile))[0].behind
    assert behind is not None
    assert (behind.text, behind.papers) == ("I do something else.", ())


def test_an_inference_that_was_deleted_is_said_to_be_gone(sample_profile: Profile) -> None:
    (card,) = cards(
        actions_view(
            listed(action("p1", "Compare", personalized=True, inference_id="gone")), sample_profile
        )
    )
    assert card.behind is None
    assert card.because_gone


def test_what_was_left_out_is_shown_with_why() -> None:
    listing = listed(action("g1", "Add a section on datasets")).model_copy(
        update={
            "left_out": (
                LeftOut(
                    tldr="Give datasets a section",
                    reason=Omission.REPEATS,
                    detail="Add a section on datasets",
                    action=action("x1", "Give datasets a section"),
                ),
                LeftOut(tldr="", reason=Omission.UNREADABLE),
            )
        }
    )
    assert [(o.action_id, o.tldr, o.reason) for o in actions_view(listing, None).left_out] == [
        (
            "x1",
            "Give datasets a section",
            "It asks for the same as “Add a section on datasets”.",
        ),
        (None, "(no words)", "It says nothing, or more than anyone would read."),
    ]


def test_what_rules_make_of_an_action_is_said_only_where_rules_write_the_report() -> None:
    listing = listed(action("g1", "Add a section on datasets"))
    assert cards(actions_view(listing, None))[0].by_rules == "There is a section on “datasets”."
    assert cards(actions_view(listing, None, by_rules=False))[0].by_rules is None


def test_every_verb_is_said_in_words() -> None:
    for verb in Verb:
        words = rule_in_words(
            Directive(verb=verb, terms=("datasets",), filters=SearchFilters(year_min=2022))
        )
        assert words.endswith(".")
        assert "from 2022" in words
    assert (
        rule_in_words(Directive(verb=Verb.FOCUS))
        == "Passages on the question's topics rank first; nothing is shut out."
    )


def test_doubts_and_judgements_come_with_their_action() -> None:
    flag = Flag(
        error_type=ErrorType.NARROW,
        severity=Severity.WARNING,
        reason="Few years.",
        repair="Keep to papers from 2015 on",
    )
    said = Feedback(
        subject=Subject.ACTION,
        about="i1",
        item="g1",
        liked=False,
        errors=(ErrorType.VAGUE,),
        comment="Hm",
    )
    view = actions_view(
        listed(action("g1", "Limit", flags=(flag,))),
        None,
        feedback={"action:g1": said},
        newest=("g1",),
    )
    (card,) = cards(view)
    assert [(d.kind, d.reason, d.repair, d.is_warning) for d in card.doubts] == [
        ("May be too narrow", "Few years.", "Keep to papers from 2015 on", True)
    ]
    assert card.judged is not None
    assert (card.judged.liked, card.judged.errors, card.judged.comment) == (
        False,
        ("action.vague",),
        "Hm",
    )
    assert card.new


def test_what_was_said_of_another_action_of_the_same_number_is_not_shown() -> None:
    said = Feedback(
        subject=Subject.ACTION, about="q", item="g1", liked=False, words="Compare the datasets"
    )
    (card,) = cards(actions_view(listed(action("g1", "Limit")), None, feedback={"action:g1": said}))
    assert card.judged is None
