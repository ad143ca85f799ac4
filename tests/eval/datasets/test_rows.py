import json

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from eval.datasets.questions import read_questions
from eval.datasets.rubrics import read_rubrics
from eval.datasets.texts import read_texts
from eval.domain.rubric import Importance
from myscholar.errors import UnreadableFile

ROWS = [
    {"query_id": "q1", "query": "How do robots plan?"},
    {"query_id": "q2", "query": "Why do plans fail?", "users": []},
]


@pytest.fixture(params=["lines", "list", "parquet"])
def file(request, tmp_path):
    path = tmp_path / "questions"
    if request.param == "parquet":
        pq.write_table(
            pa.Table.from_pylist([{k: r[k] for k in ("query_id", "query")} for r in ROWS]), path
        )
    elif request.param == "list":
        path.write_text(json.dumps(ROWS), encoding="utf-8")
    else:
        path.write_text(
            "\ufeff" + "\n\n".join(json.dumps(row) for row in ROWS) + "\n", encoding="utf-8"
        )
    return path


def test_questions_are_read_from_lines_a_list_and_parquet(file):
    assert [(q.query_id, q.query, q.split) for q in read_questions(file)] == [
        ("q1", "How do robots plan?", "dev"),
        ("q2", "Why do plans fail?", "dev"),
    ]


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b'{"query_id": "q1", "query": "a"}\n{"query_id": "q2"}', "row 2: query: field required"),
        (b'{"query_id": "q1", "query": ""}', "row 1: query: string should have at least 1"),
        (
            b'{"query_id": "q1", "query": "a"}\n{"query_id": "q1", "query": "b"}',
            "row 2: query_id: q1 came before",
        ),
        (b'{"query_id": "q1", "query"', "row 1: it is not valid JSON"),
        (b"[3]", "row 1: it is not an object"),
        (b"[{", "begins like a JSON list"),
        (b"\xff\xfe\x00", "neither parquet nor text in UTF-8"),
        (b"PAR1 and nothing more", "parquet file is damaged"),
        (b"", "holds no questions"),
        (b"[" * 100_000, "begins like a JSON list"),
    ],
)
def test_a_bad_file_is_named_with_its_row_and_field(tmp_path, content, said):
    path = tmp_path / "bad.jsonl"
    path.write_bytes(content)
    with pytest.raises(UnreadableFile, match=rf"bad\.jsonl: .*{said}") as error:
        read_questions(path)
    assert "\n" not in str(error.value)


def test_a_missing_file_and_a_folder_are_named(tmp_path):
    with pytest.raises(UnreadableFile, match="there is no such file"):
        read_questions(tmp_path / "none.jsonl")
    with pytest.raises(UnreadableFile, match="can't be read"):
        read_questions(tmp_path)


def test_a_line_separator_inside_a_string_parts_no_row(tmp_path):
    path = tmp_path / "questions.jsonl"
    path.write_text('{"query_id": "q1", "query": "one\u2028line"}\n', encoding="utf-8")
    assert read_questions(path)[0].query == "one\u2028line"


def test_texts_of_a_corpus_come_with_their_titles(tmp_path):
    path = tmp_path / "corpus.jsonl"
    path.write_text(
        '{"title": "A", "text": "b"}\n{"title": null, "text": "c"}\n{"text": " "}\n',
        encoding="utf-8",
    )
    assert read_texts(path) == ("A\n\nb", "c")


def rubric(query_id="q1", annotator=1, **changes):
    item = {
        "name": "n",
        "importance": "most_important",
        "criterion": "says why",
        "weight": 0.6,
        "evidence": ["because"],
    }
    return {"query_id": query_id, "annotator": annotator, "items": [item | changes]}


def test_rubrics_come_by_question_one_an_annotator(tmp_path):
    path = tmp_path / "rubrics.jsonl"
    path.write_text(
        "\n".join(map(json.dumps, [rubric(), rubric("q2"), rubric(annotator=2)])), encoding="utf-8"
    )
    read = read_rubrics(path)
    assert {q: [r.annotator for r in rs] for q, rs in read.items()} == {"q1": [1, 2], "q2": [1]}
    criterion = read["q1"][0].criteria[0]
    assert (criterion.text, criterion.importance, criterion.weight) == (
        "says why",
        Importance.MOST_IMPORTANT,
        0.6,
    )
    assert criterion.evidence == ("because",)


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ([rubric(weight=-1)], "row 1: items.0.weight"),
        ([rubric(weight=float("inf"))], "row 1: items.0.weight"),
        ([rubric(importance="vital")], "row 1: items.0.importance"),
        ([rubric(), rubric()], "row 2: annotator: 1 has a rubric for q1 already"),
    ],
)
def test_a_bad_rubric_is_named(tmp_path, rows, said):
    path = tmp_path / "rubrics.jsonl"
    path.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    with pytest.raises(UnreadableFile, match=said):
        read_rubrics(path)
