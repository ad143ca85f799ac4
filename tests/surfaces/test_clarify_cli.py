"""`myscholar clarify`: who answers, what is printed, and files that say too little."""

import json
from pathlib import Path

import pytest

from myscholar.domain.interaction import UserKind
from myscholar.errors import InputError, UnreadableFile
from myscholar.surfaces.cli.user_option import read_user

BROAD = "Which methods improve dense retrieval?"
TYPED = ("clarify", BROAD, "--source", "sample", "--engine", "extractive")


def written(folder: Path, text: str) -> str:
    path = folder / "user.txt"
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_the_json_holds_turns_and_a_summary_and_is_written_alike(cli, tmp_path: Path) -> None:
    script, out = written(tmp_path, "1\n\nnot important\n"), tmp_path / "out.json"
    done = cli(*TYPED, "--user", f"scripted:{script}", "--json", "--out", out)
    assert done.status == 0, done.err
    made = json.loads(done.out)
    assert json.loads(out.read_text()) == made
    first, second = made["turns"][:2]
    assert first["question"] == "Which of these should the report put first?"
    assert first["reply"] == f"“{first['choices'][0]}” by the script"
    assert second["reply"] == "“not important” by the script"
    assert made["summary"] == f"{BROAD} Focus on {first['choices'][0]}."
    assert made["ended"]


def test_the_summary_alone_stands_on_standard_output(cli, tmp_path: Path) -> None:
    script = written(tmp_path, '["2"]')
    done = cli(*TYPED, "--user", f"scripted:{script}", "--max-turns", "1")
    assert done.out.startswith(f"{BROAD} Focus on ")
    assert "1 question was asked, as many as may be." in done.err
    assert f"myscholar report '{BROAD} Focus on" in done.err


def test_nobody_leaves_the_question_as_it_is(cli) -> None:
    assert cli(*TYPED, "--user", "nobody").out == f"{BROAD}\n"


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ('{"persona": "A city planner.", "aspects": ["cost"], "seed": 3}', UserKind.PERSONA),
        ('{"intents": ["only dense retrieval"]}', UserKind.INTENTS),
        ('{"reference": "Dense retrieval wins."}', UserKind.REFERENCE),
    ],
)
def test_a_file_describes_a_simulated_user(cli, tmp_path: Path, text: str, kind: UserKind) -> None:
    name = written(tmp_path, text)
    assert read_user(f"simulated:{name}").kind is kind
    assert cli(*TYPED, "--user", f"simulated:{name}", "--json").status == 0


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("no JSON", "user.txt: this is not JSON."),
        ("[" * 99_999, "user.txt: this is not JSON."),
        (" " * 1_000_001, "user.txt: it is longer than 1 million characters."),
        ("[]", "it has to hold one of persona, intents and reference."),
        ("{}", "it has to hold one of persona, intents and reference."),
        ('{"persona": "a", "intents": ["b"]}', "it has to hold one of persona, intents"),
        ('{"intents": [1]}', "its list has to hold texts."),
        ('{"intents": [" "]}', "nothing is said of what the intents user wants."),
        ('{"persona": ""}', "nothing is said of what the persona user wants."),
        ('{"persona": 7}', "text: Input should be a valid string."),
        ('{"reference": "a", "aspects": ["b"]}', "'aspects' says nothing of such a user."),
        ('{"persona": "a", "seed": "x"}', "seed: Input should be a valid integer"),
    ],
)
def test_a_bad_file_gets_one_clear_message(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(UnreadableFile) as refused:
        read_user(f"simulated:{written(tmp_path, text)}")
    assert said in str(refused.value)


@pytest.mark.parametrize("said", ["me", "scripted", "scripted:", "simulated:", ""])
def test_another_word_is_no_user(said: str) -> None:
    with pytest.raises(InputError, match="It is ask, nobody, scripted:FILE or simulated:FILE"):
        read_user(said)


def test_bad_options_are_refused_before_anything_begins(cli, tmp_path: Path) -> None:
    missing = cli(*TYPED, "--user", f"scripted:{tmp_path / 'gone.txt'}")
    assert (missing.status, missing.err) == (2, "error: gone.txt: there is no such file.\n")
    empty = cli(*TYPED, "--user", f"scripted:{written(tmp_path, '  ')}")
    assert "nothing is said of what the scripted user wants" in empty.err
    assert cli(*TYPED, "--max-turns", "10").status == 2
    assert cli(*TYPED, "--out", tmp_path / "out.html").status == 2
    assert cli("runs", "list", "--json").out.strip() in ("[]", "")
