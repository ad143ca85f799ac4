"""What a surface says of a research tree, of numbers that are set by hand."""

import pytest

from myscholar.domain.interaction import (
    ROOT,
    BranchValue,
    ChangeKind,
    Interaction,
    NodeId,
    NodeOrigin,
    NodeStatus,
    PauseDecision,
    Pausing,
    ResearchMode,
    ResearchNode,
    TakenChange,
    TreeChange,
)
from myscholar.views.interaction_view import (
    expected_in_words,
    interaction_view,
    node_view,
    pause_in_words,
    share_views,
)
from tests.interactions import grown_tree, learning

IDS = tuple(NodeId(str(n)) for n in range(1, 6))
PAUSE = PauseDecision(
    node_id=ROOT, gain=0.84, cost=0.47, n_pauses=0, tolerance_share=6.0, asked=True,
    kept=IDS[:2], branches=IDS,
)  # fmt: skip
VALUE = BranchValue(
    alignment=0.8, exploration=0.5, information=0.1, utility=1.1, exec_cost=0.25, confidence=0.9,
    radius=0.2, could_be_best=False,
)  # fmt: skip


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        (
            {},
            "Asking here was worth 0.84 and cost 0.47: three of five directions could be left out.",
        ),
        (
            {"kept": IDS},
            "Asking here was worth 0.84 and cost 0.47: any of the five directions could be the "
            "best.",
        ),
        (
            {"asked": False, "gain": 0.1},
            "Not asked: it was worth 0.10, and would have cost 0.47.",
        ),
        (
            {"decided_by": Pausing.AGENT, "reason": "It is open."},
            "The pause agent asked here. By the rule asking was worth 0.84 and would have cost "
            "0.47.",
        ),
        (
            {"asked": False},
            "Not asked, since nobody was to be: it was worth 0.84, and would have cost 0.47.",
        ),
    ],
)
def test_a_pause_tells_its_numbers_in_plain_words(changed, said) -> None:
    assert pause_in_words(PAUSE.model_copy(update=changed)) == said


def test_a_direction_tells_what_it_promised_before_it_was_followed() -> None:
    assert expected_in_words(VALUE) == (
        "Expected value 1.10, give or take 0.20: unlikely to be the best here."
    )
    assert [(share.name, share.words) for share in share_views(VALUE)] == [
        ("Fits what you asked for", "much (0.80)"),
        ("New angle", "some (0.50)"),
        ("New information", "little (0.10)"),
        ("What following it costs", "little (0.25)"),
    ]


def test_a_node_says_what_became_of_it_and_what_it_found() -> None:
    node = ResearchNode(
        node_id=NodeId("2.1"), direction="Judges", is_wild_card=True, n_papers=1,
        learnings=(learning(3),),
    )  # fmt: skip
    shown = node_view(node)
    assert shown.line == "Explored · 1 paper · 1 finding · wild card"
    assert shown.findings[0].source == (
        "Attributed question answering: evaluation and modelling (2003)"
    )
    assert (shown.parent, shown.expected, shown.shares) == ("2", "", ())
    own = node.model_copy(
        update={
            "origin": NodeOrigin.USER, "status": NodeStatus.EMPTY, "is_wild_card": False,
            "learnings": (), "n_papers": 0,
        }
    )  # fmt: skip
    assert node_view(own).line == "Nothing found to quote · added by you"
    by_model = node.model_copy(update={"n_papers": 40, "n_read": 12})
    assert node_view(by_model).line.startswith("Explored · 40 papers found, 12 read here · 1")
    all_read = node.model_copy(update={"n_papers": 40, "n_read": 40})
    assert node_view(all_read).line.startswith("Explored · 40 papers · 1 finding")
    undated = learning(3).model_copy(update={"year": None})
    assert (
        not node_view(node.model_copy(update={"learnings": (undated,)}))
        .findings[0]
        .source.endswith(")")
    )


def test_the_whole_is_summed_up_and_its_nodes_stand_below_their_parents() -> None:
    shown = interaction_view(grown_tree())
    assert shown.summary == (
        "36 directions explored, 2 directions left out, 1 direction without findings, 74 findings, "
        "3 questions to you"
    )
    ids = [node.node_id for node in shown.nodes]
    assert len(ids) == 40
    assert ids[:6] == ["0", "1", "1.1", "1.1.1", "1.1.2", "1.1.3"]
    at = {node_id: n for n, node_id in enumerate(ids)}
    assert all(node.parent is None or at[node.parent] < at[node.node_id] for node in shown.nodes)


def test_questions_and_moments_that_were_not_worth_one_stand_in_their_order() -> None:
    shown = interaction_view(grown_tree()).exchanges
    assert [(each.node_id, bool(each.question)) for each in shown] == [
        ("0", True), ("1", True), ("2", False), ("3", False), ("1.1", False), ("2.2", True),
    ]  # fmt: skip
    assert shown[1].said == "“What about languages other than English?”"
    assert shown[1].more == (
        "Each question makes the next one dearer: one asked before in this direction, which may "
        "take about 2.",
        "While the question waited, “Attribution benchmarks across languages” was explored: it "
        "was wanted.",
    )
    assert shown[2].worth == "Not asked: it was worth 0.12, and would have cost 0.47."


def test_where_a_question_waits_stands_beside_the_nodes_until_it_is_answered() -> None:
    tree = grown_tree()
    assert interaction_view(tree).waits_at is None
    waiting = tree.model_copy(update={"turns": tree.turns[:-1]})
    assert interaction_view(waiting).waits_at == "2.2"


def test_an_aspect_says_where_it_is_from_and_how_its_coverage_grew() -> None:
    shown = interaction_view(grown_tree())
    judged, _, languages, refused = shown.aspects
    assert (judged.origin, judged.percent) == ("you said so", 90)
    assert languages.course[:3] == (None, 0.1, 0.2)
    assert (refused.refused, set(refused.course)) == (True, {None})
    assert shown.covered == "What was found covers 70 % of what you seem to expect."
    assert shown.moments[0] == "The question"


def test_of_nothing_nothing_is_said() -> None:
    shown = interaction_view(Interaction(mode=ResearchMode.TREE))
    assert (shown.summary, shown.covered, shown.exchanges) == ("", "", ())


def test_changes_by_hand_stand_in_the_conversation_where_they_were_taken_in() -> None:
    def taken(after: str, kind: ChangeKind, node: str, **more: str) -> TakenChange:
        refused, by = more.pop("refused", ""), more.pop("by", "")
        change = TreeChange(change_id=node, kind=kind, node_id=NodeId(node), by=by, **more)
        return TakenChange(change=change, after=NodeId(after), refused=refused)

    tree = grown_tree()
    shown = interaction_view(
        tree.model_copy(
            update={
                "changes": (
                    taken("0", ChangeKind.CUT, "3", by="Ada"),
                    taken("1", ChangeKind.MERGE, "2.1", into="1"),
                    taken("2.2", ChangeKind.ADD, "0", direction="What lawyers do"),
                    taken("2.2", ChangeKind.ADD, "1", direction="?", refused="It says nothing."),
                    taken("3.3.3", ChangeKind.REOPEN, "1.3.1"),
                )
            }
        )
    )
    order = [
        each.said if not each.question and each.said else each.node_id for each in shown.exchanges
    ]
    assert order == [
        "0",
        "Cut “Human annotation of support”, by Ada",
        "1",
        "Merged “Entailment judges across languages” into “Attribution benchmarks”",
        "2",
        "3",
        "1.1",
        "2.2",
        "Added “What lawyers do”",
        "Added “?” beneath “Attribution benchmarks”",
        "Reopened “Attribution benchmarks in clinical text with small models”",
    ]
    assert shown.exchanges[-2].more == ("Nothing came of it: It says nothing.",)
