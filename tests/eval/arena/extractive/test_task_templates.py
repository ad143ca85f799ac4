"""Without a model: what somebody says by a cue phrase, in words that can stand alone, becomes tasks
that a researcher would accept."""

from pathlib import Path

import pytest

from eval.arena.extractive.inspirations import draft_inspirations
from eval.arena.extractive.objects import Kind, found_cue
from eval.arena.extractive.tasks import draft_tasks
from eval.arena.inspirations import InspirationRule
from eval.arena.tasks import broken_by_set, choose_tasks
from eval.arena.transcripts import read_seminar
from eval.domain.arena import Inspiration, InspirationQuality, InspirationType, TranscriptSpan
from eval.studies.arena.making import make_without
from myscholar.domain.text import Span

SEMINARS = Path(__file__).parents[1] / "seminars"
T = InspirationType


@pytest.mark.parametrize(
    ("sentence", "kind", "named", "of"),
    [
        (
            "So, you know, we still don't know why larch rings vanish in wet summers, right?!",
            Kind.QUESTION,
            "why larch rings vanish in wet summers",
            T.LIMITATION,
        ),
        (
            "What we don't know is how to tell larch timber from spruce timber by pollen.",
            Kind.PLAN,
            "tell larch timber from spruce timber by pollen",
            T.LIMITATION,
        ),
        (
            "I'd bet the width of larch rings gives you the rain of June.",
            Kind.CLAIM,
            "the width of larch rings gives the rain of June",
            T.HYPOTHESIS,
        ),
        (
            "We transferred survival models from medicine to old timber, and it was hard.",
            Kind.PLAN,
            "transfer survival models from medicine to old timber",
            T.TRANSDISCIPLINARITY,
        ),
        (
            "What hurts is the lack of dated timber from mountain farms, because we burn it.",
            Kind.GAP,
            "the lack of dated timber from mountain farms",
            T.LIMITATION,
        ),
        (
            "But there are very few archives with dated mountain timber.",
            Kind.GAP,
            "the fact that there are very few archives with dated mountain timber",
            T.LIMITATION,
        ),
        (
            "We built a scanner that counts rings through painted panels.",
            Kind.METHOD,
            "a scanner that counts rings through painted panels",
            T.METHODOLOGY,
        ),
        (
            "One could test if larch rings record volcanic winters.",
            Kind.QUESTION,
            "whether larch rings record volcanic winters",
            T.HYPOTHESIS,
        ),
        (
            "Well, painted panels warp, and summer humidity predicts warping better than age does.",
            Kind.CLAIM,
            "summer humidity predicts warping better than age does",
            T.HYPOTHESIS,
        ),
    ],
)
def test_words_that_can_stand_alone_are_found_in_speech(sentence, kind, named, of):
    cue, found = found_cue(sentence.replace("?!", "."), "en")
    assert (found.kind, found.text, cue.type) == (kind, named, of)


@pytest.mark.parametrize(
    ("sentence", "kind", "named"),
    [
        (
            "Wir wissen bisher nicht, warum Lärchenringe in nassen Sommern fehlen.",
            Kind.QUESTION,
            "warum Lärchenringe in nassen Sommern fehlen",
        ),
        (
            "Und es fehlt bisher an datiertem Bauholz aus Berghöfen.",
            Kind.GAP,
            "den Mangel an datiertem Bauholz aus Berghöfen",
        ),
        (
            "Bisher gibt es keine Sammlung von datiertem Bauholz.",
            Kind.GAP,
            "die Tatsache, dass es keine Sammlung von datiertem Bauholz gibt",
        ),
        (
            "Wir schlagen ein Verfahren vor, das Ringe durch bemalte Tafeln zählt.",
            Kind.METHOD,
            "ein Verfahren, das Ringe durch bemalte Tafeln zählt",
        ),
        (
            "Man könnte die Modelle der Medizin auf altes Bauholz übertragen.",
            Kind.PLAN,
            "die Modelle der Medizin auf altes Bauholz übertragen",
        ),
        (
            "Hohe Luftfeuchte im Sommer verursacht Risse in bemalten Tafeln.",
            Kind.STATEMENT,
            "Hohe Luftfeuchte im Sommer verursacht Risse in bemalten Tafeln",
        ),
    ],
)
def test_german_is_read_in_its_own_grammar(sentence, kind, named):
    _, found = found_cue(sentence, "de")
    assert (found.kind, found.text) == (kind, named)


@pytest.mark.parametrize(
    "sentence",
    [
        "We don't know why this happens in our data.",
        "My hypothesis is that it depends on them.",
        "My hypothesis is that wood warps when they heat painted rooms.",
        "We don't know how rings form.",
        "We don't know how much the estimates depend on rain.",
        "I suspect that dated timber, where farmers burn old panels because we must, is rare.",
        "We don't know how the error grows over time.",
        "Rings of larch trees thin and this predicts rain in June.",
        "After two seasons the closed plots had forty percent fewer fungal taxa.",
        "The closed plots grew faster than oats in dry summers.",
        "We propose a thing for our slides.",
        "There are correlations between rings and rain, but everything correlates with it.",
    ],
)
def test_what_points_to_something_said_before_is_no_object(sentence):
    found = found_cue(sentence, "en")
    assert found is None or found[1] is None


@pytest.mark.parametrize(
    "sentence",
    [
        "Do you mean that nobody knows why larch rings vanish in wet summers?",
        "Thank you all for coming on this rainy day.",
        "we do not know why rings vanish " * 20,
    ],
)
def test_a_question_to_the_speaker_housekeeping_and_unpunctuated_speech_show_no_cue(sentence):
    assert found_cue(sentence, "en") is None


def test_a_cue_takes_in_what_goes_on_about_the_same_in_its_turn_and_no_other_cue():
    text = (
        "Welcome. Larch rings vanish in some mountain valleys. We don't know why larch rings "
        "vanish in mountain valleys. Coffee comes later.\nLarch rings matter."
    )
    drafts, broken = draft_inspirations(text, Span(0, len(text)), "en")
    [draft] = drafts
    assert draft.text.startswith("Larch rings vanish in some")
    assert draft.text.endswith("vanish in mountain valleys.")
    assert all(span.is_in(text) for span in draft.spans)
    assert not broken


def drafts_of(*sentences: str):
    text = " ".join(sentences)
    return draft_inspirations(text, Span(0, len(text)), "en")[0]


UNKNOWN = "We don't know why larch rings vanish in wet summers."


def test_a_cue_takes_in_no_more_than_a_hundred_words_and_not_the_next_cue():
    long = "Larch rings of wet summers are narrow and pale " + "in many a valley " * 22 + "there."
    [alone] = drafts_of(UNKNOWN, long)
    assert alone.text == UNKNOWN
    [both] = drafts_of(UNKNOWN, long.replace("in many a valley " * 22, ""))
    assert both.text.endswith("there.")
    supposed = "My hypothesis is that larch rings vanish where wet summers drown roots."
    assert [draft.text for draft in drafts_of(UNKNOWN, supposed)] == [UNKNOWN, supposed]


def test_those_with_the_most_qualities_come_first():
    tested = "Nobody has tested whether oak panels could warp under glass in new museums."
    first, second = drafts_of(UNKNOWN, tested)
    assert (first.text, second.text) == (tested, UNKNOWN)
    assert len(first.qualities) == 4


def test_offsets_are_those_of_the_seminar_in_every_part():
    text = "Coffee first.\nWe don't know why larch rings vanish in wet summers."
    drafts, _ = draft_inspirations(text, Span(14, len(text)), "en")
    assert [(d.spans[0].start, d.spans[0].is_in(text)) for d in drafts] == [(14, True)]


def test_a_cue_without_words_that_stand_alone_is_counted():
    drafts, broken = draft_inspirations("We don't know why this is so.", Span(0, 29), "en")
    assert (drafts, broken) == ((), {InspirationRule.NOT_ALONE: 1})


@pytest.mark.parametrize("name", ["fungi_after_fire.srt", "handschriften.txt"])
def test_a_seminar_gives_tasks_that_keep_all_rules_and_lead_back_to_what_was_said(name):
    seminar = read_seminar(SEMINARS / name)
    made = make_without(seminar)
    by_id = {i.inspiration_id: i for i in made.inspirations}
    assert len(made.tasks) == 8
    for task in made.tasks:
        assert task.spans == tuple(s for i in task.inspiration_ids for s in by_id[i].spans)
        assert all(span.is_in(seminar.text) for span in task.spans)
        assert task.language == seminar.language
        assert len(task.text.split()) <= 100
    assert len({task.family for task in made.tasks}) == 8
    assert not {rule for rule in made.dropped if rule != InspirationRule.NOT_ALONE}
    assert make_without(seminar) == made


def inspirations(*texts: str) -> list[Inspiration]:
    return [
        Inspiration(
            inspiration_id=f"s/i{n}",
            type=T.LIMITATION,
            text=text,
            qualities=(InspirationQuality.CHALLENGE, InspirationQuality.EXPLORABILITY),
            spans=(TranscriptSpan(start=0, end=1, text="W"),),
        )
        for n, text in enumerate(texts, 1)
    ]


def test_one_thing_gives_a_task_a_phase_and_no_more():
    [one] = inspirations("We don't know why larch rings vanish in wet summers.")
    drafts, _ = draft_tasks([one], "Rings of old trees", "en")
    assert len(drafts) == 3
    assert len({draft.family.phase for draft in drafts}) == 3
    assert all(d.text.startswith("Rings of old trees: ") for d in drafts)
    assert choose_tasks(drafts, {"s/i1": one})[0] == drafts
    assert len(broken_by_set(drafts)) == 1


def test_a_candidate_that_breaks_a_rule_is_left_for_the_next_one():
    """A title of seventy words leaves some templates no room."""
    [one] = inspirations("We don't know why larch rings vanish in wet summers.")
    drafts, broken = draft_tasks([one], " ".join(["rings"] * 62), "en")
    assert sum(broken.values()) > 0
    assert all(len(draft.text.split()) <= 100 for draft in drafts)


def test_no_inspirations_give_no_task():
    assert draft_tasks([], "Rings", "en") == ((), {})


def test_speech_whose_sentences_begin_with_small_letters_is_read_sentence_by_sentence():
    text = (
        "we cored larches in nine valleys. we don't know why larch rings vanish in wet summers. "
        "the barns are old. it is unclear how mountain farms dated their oldest barn timber. "
    ) + "the valley has a road now and people drive there with their own cars. " * 5
    drafts, broken = draft_inspirations(text, Span(0, len(text)), "en")
    assert sorted(d.text for d in drafts) == [
        "it is unclear how mountain farms dated their oldest barn timber.",
        "we don't know why larch rings vanish in wet summers.",
    ]
    assert all(span.is_in(text) for d in drafts for span in d.spans)
    assert not broken[InspirationRule.UNREAD]


def test_speech_without_full_stops_is_counted_as_not_read():
    text = "we don't know why larch rings vanish in wet summers and the barns are old " * 6
    drafts, broken = draft_inspirations(text, Span(0, len(text)), "en")
    assert not drafts
    assert broken[InspirationRule.UNREAD] == 1


def test_a_question_to_the_speaker_is_no_open_question_though_no_mark_shows_it():
    said = "Can I ask, so you can't tell whether larch rings vanish in wet summers"
    assert found_cue(said, "en") is None
