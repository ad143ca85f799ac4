"""Transcripts in every usual form are read as what people said, and bad files are told in one
sentence."""

import json
import time
from pathlib import Path

import pytest

from eval.arena.cleaning import Segment, clean, turns_of
from eval.arena.parts import parts_of
from eval.arena.transcripts import detect_language, read_seminar, transcript_files, unread_files
from eval.domain.arena import Seminar, SpeakerTurn
from myscholar.errors import ExtraNotInstalled, InputError, UnreadableFile

SEMINARS = Path(__file__).parent / "seminars"
SRT = """1
00:00:01,000 --> 00:00:03,500
Ada Lind: We, um, count the
the rings of trees.

2
00:00:03,600 --> 00:00:05,000
[music] They are wide.

3
01:00:06,250 --> 01:00:08,000
Bo Falk: Why are they wide?
"""
VTT = """WEBVTT - some title
Title: Rings of trees
Language: en

NOTE made by hand

intro
00:01.000 --> 00:03.000 align:start
<v Ada Lind>We count <i>rings</i> &amp; sapwood.</v>

00:03.000 --> 00:04.000
<v.loud Bo Falk>Why is that?
"""
TXT = """Titel: Ringe der Bäume
Sprache: de

Ada Lind: Wir zählen die Ringe der Bäume.
Und das Holz.

Bo Falk (00:12): Warum ist das so?
"""


def read(tmp_path: Path, name: str, content: str | bytes) -> Seminar:
    path = tmp_path / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return read_seminar(path)


def said(seminar: Seminar) -> list[tuple[str, str]]:
    return [(turn.speaker, turn.text) for turn in seminar.turns]


RINGS = [("Ada Lind", "We count the rings of trees. They are wide."), ("Bo Falk", "Why are they wide?")]  # fmt: skip  # noqa: E501


def test_subrip_gives_turns_with_speakers_and_times(tmp_path):
    seminar = read(tmp_path, "tree_rings.en.srt", SRT)
    assert said(seminar) == RINGS
    assert [turn.start_s for turn in seminar.turns] == [1.0, 3606.25]
    assert (seminar.seminar_id, seminar.title, seminar.language) == (
        "tree_rings",
        "Tree rings",
        "en",
    )


def test_windows_line_ends_and_a_byte_order_mark_change_nothing(tmp_path):
    content = b"\xef\xbb\xbf" + SRT.replace("\n", "\r\n").encode()
    assert said(read(tmp_path, "a.srt", content)) == RINGS
    assert said(read(tmp_path, "b.srt", SRT.encode("utf-16"))) == RINGS


def test_webvtt_gives_title_language_and_voices_without_tags(tmp_path):
    seminar = read(tmp_path, "a.vtt", VTT)
    assert (seminar.title, seminar.language) == ("Rings of trees", "en")
    assert said(seminar) == [
        ("Ada Lind", "We count rings & sapwood."),
        ("Bo Falk", "Why is that?"),
    ]


def test_plain_text_with_names_gives_turns_and_without_them_what_was_said(tmp_path):
    seminar = read(tmp_path, "a.txt", TXT)
    assert (seminar.title, seminar.language) == ("Ringe der Bäume", "de")
    assert said(seminar) == [
        ("Ada Lind", "Wir zählen die Ringe der Bäume. Und das Holz."),
        ("Bo Falk", "Warum ist das so?"),
    ]
    plain = read(tmp_path, "b.txt", "We count rings.\nThe result: they are wide.\n")
    assert said(plain) == [("", "We count rings. The result: they are wide.")]


def test_somebody_who_asks_once_is_a_speaker_and_a_word_before_a_colon_is_none(tmp_path):
    text = "Ada: We count.\nAda: And note this,\nonly: old trees.\nBo: Why?\nTree Ring Lab: nobody."
    assert said(read(tmp_path, "a.txt", text)) == [
        ("Ada", "We count. And note this, only: old trees."),
        ("Bo", "Why? Tree Ring Lab: nobody."),
    ]


def test_what_whisper_writes_and_our_own_form_are_read(tmp_path):
    whisper = {
        "text": " We count. They are wide.",
        "segments": [
            {"id": 0, "start": 0.0, "end": 2.0, "text": " We count."},
            {"id": 1, "start": 2.1, "end": 3.0, "text": " They are wide."},
            {"id": 2, "start": 9.0, "end": 9.9, "text": " Thank you."},
        ],
        "language": "english",
    }
    heard = read(tmp_path, "a.json", json.dumps(whisper))
    assert said(heard) == [("", "We count. They are wide."), ("", "Thank you.")]
    assert heard.language == "en"
    own = Seminar(
        seminar_id="x",
        title="Rings",
        discipline="botany",
        language="en",
        turns=(SpeakerTurn(text="We count.", speaker="Ada", start_s=1),),
    )
    again = read(tmp_path, "x.json", own.model_dump_json())
    assert again == own


def test_captions_that_roll_say_each_word_once():
    rolled = [
        Segment(text="we count the narrow rings"),
        Segment(text="we count the narrow rings of very old trees"),
        Segment(text="rings of very old trees in the north."),
    ]
    said = "We count the narrow rings of very old trees in the north."
    assert [t.text for t in turns_of(rolled)] == [said]


@pytest.mark.parametrize(
    ("spoken", "left"),
    [
        ("So, um, we [inaudible] count (laughter) rings.", "So we count rings."),
        ("wh- what we found", "what we found"),
        ("the the ring and the ring", "the ring and the ring"),
        ("we have we have a result", "we have a result"),
        ("It is very very old, and that that counts", "It is very very old, and that that counts"),
        ("das ist, ähm, wichtig", "das ist wichtig"),
        ("♪ music ♪ then rings", "music then rings"),
        ("Ein- und Ausgabe (in Tonnen)", "Ein- und Ausgabe (in Tonnen)"),
        ("a rate of 5 5 times", "a rate of 5 5 times"),
        ("<c.yellow>Rings</c><00:00:01.200> grow", "Rings grow"),
    ],
)
def test_cleaning_leaves_out_noise_and_no_word_that_was_meant(spoken, left):
    assert clean(spoken) == left


@pytest.mark.parametrize(
    ("name", "content", "told"),
    [
        ("a.txt", b"", "the file is empty"),
        ("a.txt", b" \n ", "the file is empty"),
        ("a.txt", b"[music]\n...\n", "holds no words"),
        ("a.txt", "Bäume".encode("latin-1"), "no UTF-8 text"),
        ("a.srt", b"PK\x03\x04\x00\x00", "binary file"),
        ("a.srt", b"Only words.", "no cue with times"),
        ("a.json", b"{", "no valid JSON"),
        ("a.json", b'{"a": 1}', "no list of pieces"),
        ("a.json", b'{"segments": [{"words": "x"}]}', "no list of pieces"),
        ("a.json", b"[1, 2]", "no list of pieces"),
        ("a.json", b'[{"text": "We count.", "start": -1}]', "no list of pieces"),
        ("a.json", b'[{"text": "We count.", "start": NaN}]', "no list of pieces"),
        ("a.json", b"[" * 100_000, "no valid JSON"),
        ("a.docx", b"x", "no kind of transcript that is known"),
    ],
)
def test_a_file_that_is_no_transcript_is_told_in_one_sentence(tmp_path, name, content, told):
    with pytest.raises(UnreadableFile, match=told) as error:
        read(tmp_path, name, content)
    assert "\n" not in str(error.value)


def test_a_folder_and_a_missing_file_are_told(tmp_path):
    (tmp_path / "talk.txt").mkdir()
    with pytest.raises(UnreadableFile, match="it is a folder"):
        read_seminar(tmp_path / "talk.txt")
    with pytest.raises(UnreadableFile, match="can't be read"):
        read_seminar(tmp_path / "none.txt")


def test_a_folder_gives_its_transcripts_by_name_and_refuses_two_of_one_name(tmp_path):
    with pytest.raises(InputError, match="no such folder"):
        transcript_files(tmp_path / "none")
    with pytest.raises(InputError, match="holds no transcript"):
        transcript_files(tmp_path)
    (tmp_path / "biology").mkdir()
    (tmp_path / "biology" / "b.de.srt").write_text(SRT)
    (tmp_path / "a.txt").write_text(TXT)
    (tmp_path / "README.md").write_text("x")
    (tmp_path / "talk.docx").write_bytes(b"PK")
    (tmp_path / ".hidden.srt").write_text(SRT)
    assert list(transcript_files(tmp_path)) == ["a", "b"]
    assert unread_files(tmp_path) == ("talk.docx",)
    (tmp_path / "B.vtt").write_text(VTT)
    with pytest.raises(InputError, match="have one name"):
        transcript_files(tmp_path)


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("The yield of rye is what we measured with them", "en"),
        ("Der Ertrag ist das, was wir mit ihnen gemessen haben", "de"),
        ("Le rendement est ce que nous avons dans les champs", "fr"),
        ("我们研究树木的年轮", "zh"),
        ("年輪を数えます", "ja"),
        ("Мы считаем кольца", "ru"),
        ("xyzzy plugh", ""),
        ("the yield of rye and der Ertrag von Roggen und Hafer", ""),
        ("12 34", ""),
        ("", ""),
    ],
)
def test_the_language_is_told_by_script_or_by_frequent_words(text, language):
    assert detect_language(text) == language


def long_seminar(n_turns: int, n_sentences: int, mark: str = ".") -> Seminar:
    """Turns of sentences of ten words."""
    sentence = "Wide rings tell of wet years and narrow ones not" + mark
    turn = SpeakerTurn(text=" ".join([sentence] * n_sentences))
    return Seminar(seminar_id="s", title="t", turns=(turn,) * n_turns)


def test_a_short_seminar_is_one_part_and_a_long_one_is_cut_evenly_where_turns_end():
    assert [tuple(p) for p in parts_of(long_seminar(1, 2))] == [(0, len(long_seminar(1, 2).text))]
    seminar = long_seminar(10, 10)  # 1,000 words in turns of 100
    parts = parts_of(seminar, most_words=300)  # ceil(1000 / 240) = 5 parts of 200
    assert [len(p.of(seminar.text).split()) for p in parts] == [200] * 5
    assert all(seminar.text[p.end : p.end + 1] in ("\n", "") for p in parts)


def test_a_part_ends_where_a_speaker_does_if_that_is_near():
    """Even parts have 200 words: the first turn ends at 190, the second at 400."""
    turns = tuple(turn for n in (19, 21, 20, 20, 20) for turn in long_seminar(1, n).turns)
    seminar = Seminar(seminar_id="s", title="t", turns=turns)
    parts = parts_of(seminar, most_words=300)
    assert [p.of(seminar.text) for p in parts] == [turn.text for turn in turns]


@pytest.mark.parametrize("mark", [".", ""])
def test_one_long_turn_is_cut_within_whether_it_is_punctuated_or_not(mark):
    seminar = long_seminar(1, 100, mark)
    parts = parts_of(seminar, most_words=300)
    assert len(parts) == 5
    assert all(len(p.of(seminar.text).split()) <= 300 for p in parts)
    joined = " ".join(p.of(seminar.text) for p in parts)
    assert joined.split() == seminar.text.split()


def test_an_hour_of_one_speaker_is_joined_at_once_and_without_what_is_said_twice():
    lines = [f"we saw gulls near pier {n} and more {n}x of them" for n in range(2000)]
    began = time.process_time()
    (turn,) = turns_of([Segment(text=text) for text in (*lines, "of them", "of them we left")])
    assert time.process_time() - began < 5
    assert turn.text == "W" + " ".join(lines)[1:] + " we left"
    (short,) = turns_of([Segment(text="so we"), Segment(text="so we go")])
    assert short.text == "So we go"


@pytest.mark.parametrize("mark", ["。", "，", ""])
def test_a_long_talk_in_a_script_without_spaces_is_cut_too_and_no_character_is_lost(mark):
    text = f"我们研究机器学习的方法{mark}" * 2000
    seminar = Seminar(seminar_id="s", title="s", turns=(SpeakerTurn(text=text),))
    parts = parts_of(seminar)
    assert len(parts) in (7, 8)
    assert "".join(part.of(text) for part in parts) == text
    assert mark != "。" or all(part.of(text)[-1] == mark for part in parts)


def test_an_empty_seminar_has_no_part_to_read():
    assert [p.of("") for p in parts_of(Seminar(seminar_id="s", title="t"))] == []


def test_a_recording_names_the_extra_where_nothing_can_hear_it(tmp_path):
    (tmp_path / "talk.mp3").write_bytes(b"sound")
    try:
        import faster_whisper  # noqa: F401
    except ImportError:
        with pytest.raises(ExtraNotInstalled) as error:
            read_seminar(tmp_path / "talk.mp3")
        assert error.value.extra == "speech"
