"""The benchmark's dataset: bands, choice, folder, figures."""

from pathlib import Path

import numpy as np
import pytest

from eval.datasets.expertise import GRITLM_EDGES, Edges, edges_for, similarities
from eval.datasets.myscholarqa import build, read_dataset, write_dataset
from eval.datasets.questions import Question
from eval.datasets.statistics import PAPER_TABLE_5, statistics_of
from eval.datasets.users import SyntheticUser
from eval.domain.instance import Expertise, UserPaper
from myscholar.errors import InputError, UnreadableFile, UnwritableFile

ANGLES = {"at it": 1.0, "near it": 0.3, "far off": 0.0, "against it": -0.5}


class Angles:
    """Questions lie at (1, 0); a paper lies where its title says."""

    name = "angles"
    dimension = 2
    needs_fit = False

    def __init__(self, name: str = "angles") -> None:
        self.name = name
        self.embedded: list[str] = []

    def fit(self, texts):
        return self

    def embed(self, texts):
        self.embedded += texts
        cosines = np.array([ANGLES[text.split("#")[0]] for text in texts])
        return np.stack([cosines, np.sqrt(1 - cosines**2)], axis=1).astype(np.float32)

    def embed_query(self, text):
        return np.array([0.0 if text == "unknown words" else 1.0, 0.0], dtype=np.float32)

    def state(self):
        return b""


def user(user_id: str, *titles: str) -> SyntheticUser:
    papers = tuple(
        UserPaper(paper_id=f"{user_id}-{i}", title=f"{title}#{user_id}{i}")
        for i, title in enumerate(titles)
    )
    return SyntheticUser(user_id=user_id, papers=papers)


USERS = (
    user("expert", "at it", "at it", "near it"),
    user("expert2", "at it", "at it", "at it"),
    user("neighbour", "near it", "near it", "near it"),
    user("stranger", "far off", "against it", "far off"),
)
QUESTIONS = (
    Question(query_id="q1", query="How do arms move?"),
    Question(query_id="q2", query="Why do legs stand still?"),
)


def test_a_users_similarity_is_the_mean_over_the_papers():
    found = similarities(QUESTIONS, USERS, embedder=Angles())
    # (1 + 1 + 0.3) / 3 = 0.7667; 1; 0.3; (0 - 0.5 + 0) / 3 = -0.1667
    assert found.tolist() == [[0.7667, 1.0, 0.3, -0.1667]] * 2


def test_each_paper_is_embedded_once():
    shared = USERS[0].papers[0]
    twin = SyntheticUser(user_id="twin", papers=(shared, *USERS[1].papers[1:]))
    embedder = Angles()
    similarities(QUESTIONS, (*USERS, twin), embedder=embedder)
    assert len(embedder.embedded) == len(set(embedder.embedded)) == 12


def test_edges_belong_to_the_band_below_as_in_the_paper():
    values = {
        -0.4: "low",
        0.2: "low",
        0.2001: "medium",
        0.35: "medium",
        0.3501: "high",
        1.0: "high",
    }
    assert {v: GRITLM_EDGES.expertise(v).value for v in values} == values


def test_the_papers_edges_hold_for_grit_lm_only():
    found = similarities(QUESTIONS, USERS, embedder=Angles())
    assert edges_for(found, embedder="gritlm:weights", quantiles=None) == (GRITLM_EDGES, None)
    # Sorted, each value twice: -0.1667, 0.3, 0.7667, 1. The quantiles 0.25 and 0.5 of 8 values lie
    # at places 1.75 and 3.5:
    # -0.1667 + 0.75 * 0.4667 = 0.1833 and 0.3 + 0.5 * 0.4667 = 0.5333.
    edges, used = edges_for(found, embedder="angles", quantiles=(0.25, 0.5))
    assert (round(edges.low, 3), round(edges.high, 3), used) == (0.183, 0.533, (0.25, 0.5))
    assert edges_for(found, embedder="gritlm:weights", quantiles=(0.25, 0.5))[0] == edges


@pytest.mark.parametrize("quantiles", [(0.5, 0.5), (0.9, 0.1), (0, 0.5), (0.5, 1)])
def test_quantiles_must_rise(quantiles):
    with pytest.raises(InputError, match="give two that rise"):
        build(QUESTIONS, USERS, embedder=Angles(), quantiles=quantiles)


def test_one_similarity_for_all_is_refused():
    same = [user(f"u{i}", "near it", "near it", "near it") for i in range(3)]
    with pytest.raises(InputError, match="angles finds every user equally near"):
        build(QUESTIONS, same, embedder=Angles())


def test_quantiles_on_one_similarity_are_refused():
    with pytest.raises(InputError, match="fall on the same similarity"):
        build(
            QUESTIONS,
            (*[user(f"u{i}", "near it") for i in range(9)], USERS[0]),
            embedder=Angles(),
            quantiles=(0.2, 0.3),
        )


def test_nothing_to_build_from_is_refused():
    for questions, users in (((), USERS), (QUESTIONS, ())):
        with pytest.raises(InputError, match="at least one question and one user"):
            build(questions, users, embedder=Angles())


def built(**changes):
    arguments = {"embedder": Angles(), "quantiles": (0.25, 0.5), "seed": 3} | changes
    return build(arguments.pop("questions", QUESTIONS), arguments.pop("users", USERS), **arguments)


def test_a_question_gets_one_user_of_each_band():
    made = built()
    assert [i.instance_id for i in made.instances] == [
        f"{q}-{e}" for q in ("q1", "q2") for e in ("low", "medium", "high")
    ]
    assert [i.user_id for i in made.instances if i.expertise is not Expertise.HIGH] == [
        "stranger",
        "neighbour",
    ] * 2
    assert {i.user_id for i in made.instances if i.expertise is Expertise.HIGH} <= {
        "expert",
        "expert2",
    }
    assert made.instances[0].papers == USERS[3].papers


def test_a_band_without_users_is_left_out():
    made = built(embedder=Angles("gritlm:weights"), quantiles=None, users=(USERS[0], USERS[3]))
    assert [i.expertise for i in made.instances] == [Expertise.LOW, Expertise.HIGH] * 2
    assert (made.manifest.edges, made.manifest.quantiles) == (GRITLM_EDGES, None)


def test_a_question_that_the_embedder_cannot_place_is_left_out_and_named():
    made = built(questions=(*QUESTIONS, Question(query_id="q3", query="unknown words")))
    assert made.manifest.unplaced == ("q3",)
    assert {i.query_id for i in made.instances} == {"q1", "q2"}


MANY = tuple(user(f"e{i}", "at it", "at it", "at it") for i in range(50)) + USERS


def built_of_many(**changes):
    return built(
        **{"users": MANY, "embedder": Angles("gritlm:weights"), "quantiles": None} | changes
    )


def test_the_order_of_users_changes_nothing_and_the_seed_changes_who_is_taken():
    assert built_of_many(users=MANY[::-1]) == built_of_many()
    assert built_of_many(seed=4).instances != built_of_many().instances


def test_a_question_more_changes_no_others_user():
    alone = built_of_many(questions=QUESTIONS[:1]).instances
    assert built_of_many().instances[: len(alone)] == alone


def test_a_dataset_written_is_read_back_equal(tmp_path):
    made = built(sources={"b": "2", "a": "1"})
    write_dataset(tmp_path / "new" / "dev", made)
    write_dataset(tmp_path / "new" / "dev", made)
    assert read_dataset(tmp_path / "new" / "dev") == made
    assert len(made.fingerprint) == 64


def test_another_dataset_in_the_folder_is_kept(tmp_path):
    write_dataset(tmp_path, built())
    with pytest.raises(InputError, match="holds another dataset"):
        write_dataset(tmp_path, built(seed=9))
    assert read_dataset(tmp_path) == built()


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (
            lambda f: (f / "instances.jsonl").unlink(),
            "no whole dataset: instances.jsonl is missing",
        ),
        (lambda f: (f / "manifest.json").unlink(), "no whole dataset: manifest.json is missing"),
        (
            lambda f: replace(f / "instances.jsonl", "stranger", "somebody"),
            "changed after it was built",
        ),
        (
            lambda f: replace(f / "manifest.json", '"seed": 3', '"seed": 4'),
            "changed after it was built",
        ),
        (
            lambda f: replace(f / "manifest.json", '"low": 0.1833', '"low": 0.9'),
            "no manifest of a dataset",
        ),
        (
            lambda f: replace(f / "manifest.json", '"format": 1', '"format": 2'),
            "no manifest of a dataset.*format",
        ),
        (lambda f: (f / "manifest.json").write_text("{"), "no manifest of a dataset"),
    ],
)
def test_half_a_dataset_or_a_changed_one_is_refused(tmp_path, spoil, said):
    write_dataset(tmp_path, built())
    spoil(tmp_path)
    with pytest.raises(UnreadableFile, match=said):
        read_dataset(tmp_path)


def replace(file: Path, old: str, new: str) -> None:
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new), encoding="utf-8")


def test_no_folder_says_how_to_build_one(tmp_path):
    with pytest.raises(
        UnreadableFile,
        match=r"there is no such folder\. Build the dataset with: python -m eval dataset",
    ):
        read_dataset(tmp_path / "none")


def test_a_place_that_cannot_be_written_is_named(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(UnwritableFile):
        write_dataset(tmp_path / "file" / "dataset", built())


def test_edges_that_do_not_rise_are_none():
    with pytest.raises(ValueError, match="lower edge must lie below"):
        Edges(low=0.3, high=0.3)


def test_figures_of_a_dataset_by_hand():
    (found,) = statistics_of(built(users=USERS[1:]).instances)
    # Two questions of 4 and 5 words; three users of three papers, whose titles have 2 words each
    # ("at it#..."); 3 bands a question.
    assert (found.n_instances, found.n_questions, found.n_users) == (6, 2, 3)
    assert (found.users_per_question, found.papers_per_user) == (3.0, 3.0)
    assert (found.words_per_question, found.words_per_paper) == (4.5, 2.0)
    assert [(b.expertise.value, b.n_instances, b.mean) for b in found.bands] == [
        ("low", 2, -0.1667),
        ("medium", 2, 0.3),
        ("high", 2, 1.0),
    ]
    assert statistics_of(()) == ()


def test_the_papers_table_counts_instances_by_question():
    assert [round(s.n_instances / s.n_questions, 2) for s in PAPER_TABLE_5] == [
        s.users_per_question for s in PAPER_TABLE_5
    ]
