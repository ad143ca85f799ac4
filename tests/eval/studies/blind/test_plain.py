"""No report tells whose it is."""

import json

import pytest

from eval.domain.report import ScholarReport, ScholarSection
from eval.studies.blind.inputs import read_inputs
from eval.studies.blind.pairs import Shown, show_all
from eval.studies.blind.plain import sources_of, to_plain
from eval.studies.listed import list_unlisted

TELLS = (
    "stone-writer-9", "myscholar", "now", "Written by", "Generated", "TL;DR", "TLDR", "sources)",
    "A title of ours", "0.37", "llm", "<mark>", "**", "http", "References", "et al., 2020)",
)  # fmt: skip


@pytest.fixture
def shown(places) -> tuple[Shown, ...]:
    return show_all(read_inputs(places))


def test_no_name_notice_label_or_style_is_left(shown):
    for each in shown:
        text = "\n".join((each.plain.text, *(s.title or "" for s in sources_of(each.plain))))
        assert [tell for tell in TELLS if tell in text] == []
        assert each.plain.system == ""


def test_all_have_one_form_of_markers_headings_and_lists(shown):
    assert [s.plain.text for s in shown] == [
        "## Stones as tools\n\nStones open shells.\n\nStones open 80 % of shells [1]. "
        "Otters keep them.",
        "## 1. Stones\n\nOtters love stones.\n\nOtters carry stones [1][2]. Reed et al. [1] "
        "saw it.\n- Stones, says [name] loudly.",
        "## 1. Stones\n\nStones help [1]. Kelp, too [2].",
    ]


def test_sources_are_numbered_as_they_are_first_used_and_keep_the_words_shown(shown):
    assert [(s.id, s.title, s.snippets) for s in sources_of(shown[1].plain)] == [
        ("[1]", "On rafts", ("Rafts of kelp.",)),
        ("[2]", "Kelp, 2019", ("Stones.",)),
    ]


def test_what_is_plain_stays_as_it_is(shown):
    again = show_all([each.plain.model_copy(update={"system": "x"}) for each in shown])
    assert [s.plain.text for s in again] == [s.plain.text for s in shown]


def test_a_name_that_is_a_word_stays_since_it_may_be_one(places):
    raft = read_inputs(places)[-1]
    text = "Otters sleep on a raft [1]."
    section = raft.sections[0].model_copy(update={"text": text})
    [only] = show_all([raft.model_copy(update={"sections": (section,)})])
    assert text in only.plain.text


@pytest.mark.parametrize(
    "text",
    [
        "Rafts of kelp [[2]](https://a.org/b) [[3]](https://a.org/c).",
        "Rafts of kelp [17 | Reed et al. | 2020 | Citations: 3] [18 | Kelp | 2019 | Citations: 0].",
        "Rafts of kelp (reed2020rafts pages 3-4, pqac-1a2b).",
        "Rafts of kelp [[2]] [^3].",
        "Rafts of kelp (Reed et al., 2020; Kelp, 2019).",
        "Rafts of kelp.[2, 3] (4 sources)",
    ],
)
def test_every_style_of_citations_becomes_the_same(tmp_path, text):
    row = {"query_id": "q", "query": "Why?", "plain_text": text}
    (tmp_path / "rows.jsonl").write_text(json.dumps(row), "utf-8")
    [shown] = show_all(read_inputs([str(tmp_path / "rows.jsonl")]))
    assert shown.plain.text == "Rafts of kelp [1][2]."


def test_rules_and_tables_have_one_form(tmp_path):
    text = "| A | B |\n| :--- | ---: |\n| otters | 3 |\n\n---\n\n> Kelp -- and __rafts__."
    row = {"query_id": "q", "query": "Why?", "plain_text": text}
    (tmp_path / "rows.jsonl").write_text(json.dumps(row), "utf-8")
    [shown] = show_all(read_inputs([str(tmp_path / "rows.jsonl")]))
    assert shown.plain.text == "A | B\n\notters | 3\n\nKelp -- and rafts."


@pytest.mark.parametrize("text", ["-" * 20_000 + "x", " " * 20_000 + "x", "([" * 10_000])
def test_a_hostile_text_is_read_in_time(text):
    section = ScholarSection(text=text)
    report = ScholarReport(query_id="q", question="Why?", system="s", sections=(section,))
    assert to_plain(list_unlisted(report)).sections[0].text == text.strip()


def test_a_name_with_a_capital_within_is_no_word(others):
    [first, _] = others
    section = first.sections[0].model_copy(update={"text": "So says OtterWriter, an otter writer."})
    report = first.model_copy(update={"system": "OtterWriter", "sections": (section,)})
    [shown] = show_all([report])
    assert shown.plain.sections[0].text == "So says [name], an otter writer."
