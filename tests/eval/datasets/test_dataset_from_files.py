"""The benchmark's dataset from files to files: users, command, bytes."""

import hashlib
import json
import subprocess
import sys
from io import StringIO
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from rich.console import Console

from eval.commands.dataset import dataset as command
from eval.datasets.expertise import Edges
from eval.datasets.myscholarqa import Dataset, Manifest, read_dataset
from eval.datasets.users import read_users
from eval.domain.instance import Expertise, Instance
from eval.show.dataset import dataset_document
from eval.show.terminal import show
from myscholar.errors import InputError, UnknownName, UnreadableFile, UnwritableFile

SUBJECTS = (
    "soft robot grippers grasp fruit",
    "proofs of sorting programs",
    "protein folding of cells",
    "tax law of islands",
)


@pytest.fixture(scope="module")
def world(tmp_path_factory) -> Path:
    """A small shared folder: four fields, twelve researchers, one question a field."""
    folder = tmp_path_factory.mktemp("shared")
    papers, authors = [], []
    for i in range(12):
        ids = [f"v-{i}-{j}" for j in range(3)]
        papers += [
            {
                "paper_id": p,
                "title": f"{SUBJECTS[i % 4]} {p}",
                "abstract": f"We study {SUBJECTS[i % 4]} by way {i}.",
                "authors": [f"Name {i}"],
                "year": 2020,
                "venue": "V",
            }
            for p in ids
        ]
        authors.append(
            {
                "author": f"Name {i}",
                "paper_ids": ids,
                "initials_only": False,
                "coauthors_connected": True,
            }
        )
    authors += [
        {
            "author": "J. N.",
            "paper_ids": ["v-0-0", "v-0-1", "v-0-2"],
            "initials_only": True,
            "coauthors_connected": True,
        },
        {
            "author": "Two People",
            "paper_ids": ["v-0-0", "v-1-1", "v-2-2"],
            "initials_only": False,
            "coauthors_connected": False,
        },
        {
            "author": "New Comer",
            "paper_ids": ["v-0-0", "v-0-1"],
            "initials_only": False,
            "coauthors_connected": True,
        },
    ]
    (folder / "data" / "corpus").mkdir(parents=True)
    pq.write_table(pa.Table.from_pylist(papers), folder / "data" / "corpus" / "papers.parquet")
    pq.write_table(pa.Table.from_pylist(authors), folder / "data" / "corpus" / "authors.parquet")
    questions = [
        {"query_id": f"q{i}", "query": f"What is known of {s}?"} for i, s in enumerate(SUBJECTS)
    ]
    texts = [{"title": "", "text": f"Reports on {s}."} for s in SUBJECTS]
    for path, rows in (
        ("queries/scholarqa_cs2_dev.jsonl", questions),
        ("retrieval/corpus.jsonl", texts),
    ):
        (folder / "data" / path).parent.mkdir(exist_ok=True)
        (folder / "data" / path).write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    return folder


def test_users_are_names_that_stand_for_one_person_with_three_papers(world):
    users = read_users(world / "data" / "corpus")
    assert len(users) == 12
    assert all(len(u.papers) == 3 and u.papers[0].text.startswith("We study") for u in users)
    assert [u.user_id for u in users] == sorted(u.user_id for u in users)
    assert not any("Name" in u.user_id for u in users)


def test_authors_of_another_corpus_are_refused(world, tmp_path):
    some = {
        "author": "N",
        "paper_ids": ["x1", "x2", "x3"],
        "initials_only": False,
        "coauthors_connected": True,
    }
    pq.write_table(pa.Table.from_pylist([some]), tmp_path / "authors.parquet")
    with pytest.raises(UnreadableFile, match="there is no such file"):
        read_users(tmp_path)
    (tmp_path / "papers.parquet").write_bytes(
        (world / "data" / "corpus" / "papers.parquet").read_bytes()
    )
    with pytest.raises(UnreadableFile, match=r"paper x1, which papers\.parquet lacks"):
        read_users(tmp_path)
    (tmp_path / "papers.parquet").write_bytes(b"nothing")
    with pytest.raises(UnreadableFile, match="no parquet file of papers"):
        read_users(tmp_path)


def test_the_command_builds_shows_and_records_what_it_was_made_of(world, tmp_path, capsys):
    command(
        shared=world, out=tmp_path / "d", embedder="lsa:8", quantiles=(0.5, 0.8), seed=0, show=None
    )
    shown = capsys.readouterr()
    assert "Papers are titles and abstracts here; the paper's users have full texts." in shown.out
    assert "dev, Table 5" in shown.out
    assert "Candidates: " in shown.out
    assert "lsa finds users near by their words" in shown.out
    assert "Words a paper" in shown.out
    assert "Embedding papers" in shown.err
    made = read_dataset(tmp_path / "d")
    assert (made.manifest.embedder, made.manifest.quantiles, made.manifest.n_learned) == (
        "lsa:8",
        (0.5, 0.8),
        40,
    )
    users = (world / "data" / "corpus" / "authors.parquet").read_bytes()
    assert made.manifest.sources["data/corpus/authors.parquet"] == hashlib.sha256(users).hexdigest()
    high = [i for i in made.instances if i.expertise is Expertise.HIGH]
    assert high
    assert all(SUBJECTS[int(i.query_id[1:])] in i.papers[0].title for i in high)
    command(shared=world, show=tmp_path / "d")
    assert capsys.readouterr().out == shown.out


@pytest.mark.parametrize(
    ("arguments", "error", "said"),
    [
        (
            {"shared": Path("nowhere"), "out": Path("x")},
            InputError,
            "no folder nowhere of shared research data",
        ),
        ({}, InputError, "--out FOLDER"),
        ({"show": Path("nowhere")}, UnreadableFile, "there is no such folder"),
        ({"out": Path("x"), "embedder": "magic"}, UnknownName, "No embedder is called 'magic'"),
        ({"out": Path("x"), "embedder": "lsa:0"}, InputError, "from 2 to 2,048 directions"),
        ({"out": Path("x"), "embedder": "lsa:1"}, InputError, "from 2 to 2,048 directions"),
        ({"out": Path("x"), "embedder": "lsa:99999"}, InputError, "from 2 to 2,048 directions"),
        (
            {"out": Path("x"), "embedder": f"lsa:{'9' * 5000}"},
            InputError,
            "from 2 to 2,048 directions",
        ),
    ],
)
def test_what_is_asked_wrongly_is_said_in_one_line(world, arguments, error, said):
    with pytest.raises(error, match=said) as raised:
        command(**{"shared": world, "embedder": "lsa"} | arguments)
    assert "\n" not in str(raised.value)


def test_more_directions_than_texts_are_refused_before_anything_is_learned(world, tmp_path):
    with pytest.raises(InputError, match="texts do not span 2,048 directions"):
        command(shared=world, out=tmp_path / "d", embedder="lsa:2048")


def test_a_folder_that_cannot_be_made_is_named_before_anything_is_read(
    world, tmp_path, monkeypatch
):
    monkeypatch.setattr("eval.commands.dataset.read_questions", lambda _: 1 / 0)
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(UnwritableFile):
        command(shared=world, out=tmp_path / "file" / "d", embedder="lsa")
    with pytest.raises(ZeroDivisionError):
        command(shared=world, out=tmp_path / "a" / "d", embedder="lsa")
    assert (tmp_path / "a" / "d").is_dir()


def test_questions_without_a_user_of_a_band_are_counted_and_the_paper_s_figure_stands_beside():
    def of(query_id: str, expertise: Expertise, similarity: float) -> Instance:
        return Instance(
            instance_id=f"{query_id}-{expertise}",
            query_id=query_id,
            query="Why?",
            split="dev",
            user_id=f"u-{query_id}",
            expertise=expertise,
            similarity=similarity,
        )

    # Three questions with a low user each, one of them with a high one too: two have none, and
    # there are 4 / 3 users a question.
    chosen = (*(of(q, Expertise.LOW, 0.1) for q in ("a", "b", "c")), of("a", Expertise.HIGH, 0.9))
    edges = Edges(low=0.2, high=0.5)
    manifest = Manifest(
        name="bees",
        seed=0,
        embedder="letters",
        edges=edges,
        quantiles=None,
        n_questions=4,
        n_users=9,
        n_papers=30,
        unplaced=("d",),
    )
    written = StringIO()
    document = dataset_document(Dataset(manifest=manifest, instances=chosen))
    show(document, Console(file=written, width=400))
    shown = written.getvalue()
    assert "2 of 3 questions (dev) have no high user: nobody is that near." in shown
    assert "3 of 3 questions (dev) have no medium user: nobody is that near and no nearer." in shown
    assert "That makes 1.33 users a question, fewer than the paper's 2.81" in shown
    assert "Candidates: 9 users with 30 papers, for 4 questions" in shown
    assert "Chosen of them were 3 different users" in shown
    assert (
        "Left out (1 question, `unplaced` in the manifest), since the embedder finds all users "
        "equally near to them: d." in shown
    )
    assert "lsa finds" not in shown


IN_ANOTHER_PROCESS = """
import sys
from pathlib import Path
import numpy as np
from eval.datasets.myscholarqa import build, write_dataset
from eval.datasets.questions import read_questions
from eval.datasets.users import read_users

class Letters:
    name, dimension, needs_fit = "letters", 26, False
    def embed(self, texts):
        counts = [[t.lower().count(chr(97 + i)) + 1 for i in range(26)] for t in texts]
        rows = np.array(counts, dtype=np.float32)
        return rows / np.linalg.norm(rows, axis=1, keepdims=True)
    def embed_query(self, text):
        return self.embed([text])[0]

def make(shared, folder):
    questions = read_questions(shared / "data" / "queries" / "scholarqa_cs2_dev.jsonl")
    users = read_users(shared / "data" / "corpus")
    write_dataset(folder, build(questions, users, embedder=Letters(), quantiles=(0.5, 0.8)))

make(Path(sys.argv[1]), Path(sys.argv[2]))
"""


def test_another_process_with_other_hashes_builds_the_same_bytes(world, tmp_path, monkeypatch):
    arguments = ["python", str(world), str(tmp_path / "here")]
    monkeypatch.setattr(sys, "argv", arguments)
    exec(IN_ANOTHER_PROCESS, {})  # noqa: S102 - the very lines that the other process runs
    command_line = [sys.executable, "-c", IN_ANOTHER_PROCESS, str(world), str(tmp_path / "there")]
    subprocess.run(
        command_line, check=True, cwd=Path(__file__).parents[3], env={"PYTHONHASHSEED": "7"}
    )
    for name in ("manifest.json", "instances.jsonl"):
        assert (tmp_path / "here" / name).read_bytes() == (tmp_path / "there" / name).read_bytes()
