"""An action is followed only where the report does exactly what it asks, in the place it asks
for."""

import pytest

from eval.domain.judgment import Scored
from eval.domain.report import ScholarReport, ScholarSection
from eval.judges.local.action_rules import cited_years
from eval.judges.local.adherence import judge_adherence
from eval.judges.local.asked import Asked, clause_of, topics_of
from eval.judges.local.words import Words, stems
from tests.eval.judges.local.conftest import cited, one_section, report

QUERY = "How do sea otters use stone tools?"
KELP = "Kelp forests hide mussels. Kelp grows back in forests. Otters guard kelp forests."
"""Three sentences about kelp forests: fewer are a mention."""
OTHER = (
    "Otters pound clams on rocks. Pups watch mothers dive. Rafts drift at night. Colonies moved "
    "north."
)


def followed(words: Words, action: str, judged: ScholarReport) -> float:
    judgment = judge_adherence(QUERY, action, judged, words)
    assert isinstance(judgment, Scored), judgment
    return judgment.score


def sections(*pairs: tuple[str, str]) -> ScholarReport:
    return report(*(ScholarSection(title=title, text=text) for title, text in pairs))


def test_to_search_for_a_topic_needs_three_sentences_about_it_not_a_mention(words: Words):
    action = "See if there are more papers on kelp forests"
    assert followed(words, action, one_section(f"{OTHER} {KELP}")) == 1
    assert followed(words, action, one_section(f"{OTHER} Some live in kelp forests.")) == 0


def test_what_only_its_sources_say_is_not_in_the_answer(words: Words):
    sources = (
        cited("[1]", title="Kelp forests of the north"),
        cited("[2]", "Urchins graze on forests of kelp."),
    )
    text = "Otters pound clams on rocks [1]. Pups watch mothers dive [2]."
    assert followed(words, "Search for kelp forests", one_section(text, *sources)) == 0


def test_a_topic_within_another_is_one_that_stands_with_it(words: Words):
    action = "See if there are papers on anvils within work on kelp forests"
    apart = f"{KELP} {OTHER} Anvils break. Anvils are basalt. Anvils wear down."
    joined = (
        "Anvils in kelp forests break. Kelp forests have basalt anvils. In forests of kelp anvils "
        "wear down."
    )
    assert followed(words, action, one_section(apart)) == 0
    assert followed(words, action, one_section(joined)) == 1


def test_what_is_put_first_must_stand_first(words: Words):
    action = "Put passages that mention kelp forests first, without leaving the others out"
    assert followed(words, action, one_section(f"{KELP} {OTHER}")) == 1
    assert followed(words, action, one_section(f"{OTHER} {KELP}")) == 0


def test_examples_that_come_late_are_not_first(words: Words):
    examples = (
        "For example, one otter kept its stone. For instance, pups play. Some, such as males, do "
        "not."
    )
    assert (
        followed(
            words, "Put passages with concrete examples first", one_section(f"{examples} {OTHER}")
        )
        == 1
    )
    assert (
        followed(
            words, "Put passages with concrete examples first", one_section(f"{OTHER} {examples}")
        )
        == 0
    )


def test_a_report_ends_with_what_its_last_section_holds(words: Words):
    action = "End with a table of obstacles"
    assert followed(words, action, sections(("Tools", OTHER), ("Obstacles", TABLE))) == 1
    assert followed(words, action, sections(("Obstacles", TABLE), ("Tools", OTHER))) == 0


def test_references_are_no_last_section(words: Words):
    judged = sections(("Tools", OTHER), ("Obstacles", TABLE), ("References", "Otter, A. 2019."))
    assert followed(words, "End with a table of obstacles", judged) == 1


@pytest.mark.parametrize(
    "action",
    [
        "End with open questions on sea otters",
        "Define anvils on first mention",
        "Skip textbook definitions of anvils",
        "Point out the limitations that papers admit",
        "Explain with analogies",
        "Put overviews of kelp forests first and narrow studies later",
        "Look for surveys of kelp forests",
    ],
)
def test_kinds_of_sentences_that_words_do_not_tell_are_unscored(words: Words, action: str):
    judged = one_section(f"{KELP} {OTHER} It remains unclear how pups learn. Nets fail.")
    judgment = judge_adherence(QUERY, action, judged, words)
    assert judgment.reason.startswith("NotTold: ")


TABLE = "| Obstacle | Remedy |\n|---|---|\n| storms | shelter |\n| nets | floats |"


def test_a_table_must_have_the_columns_that_are_asked_for(words: Words):
    judged = one_section(f"{OTHER}\n\n{TABLE}")
    assert followed(words, "Set obstacles and remedies side by side in a table", judged) == 1
    assert followed(words, "Set predators and prey side by side in a table", judged) == 0
    assert followed(words, "Add a table on genome sequencing", judged) == 0


def test_a_comparison_names_both_sides_in_one_place(words: Words):
    apart = (
        f"Otters use stones. They differ in size. {OTHER} Chimpanzees use twigs, unlike gorillas."
    )
    joined = (
        "Otters use stones, whereas chimpanzees use twigs. Unlike chimpanzees, otters carry them."
    )
    action = "Contrast otters vs. chimpanzees"
    assert followed(words, action, one_section(joined)) == 1
    assert followed(words, action, one_section(apart)) == 0


def test_a_section_is_about_what_its_title_or_most_of_its_sentences_say(words: Words):
    action = "Add a section on kelp forests"
    assert followed(words, action, sections(("Tools", OTHER), ("Kelp forests", "They grow."))) == 1
    assert followed(words, action, sections(("Tools", OTHER), ("Habitat", KELP))) == 1
    assert followed(words, action, sections(("Tools", OTHER), ("Habitat", f"{OTHER} {KELP}"))) == 0
    assert followed(words, action, sections(("Tools", OTHER), ("Kelp forests", ""))) == 0


def test_of_the_questions_own_topic_a_section_needs_the_title(words: Words):
    tools = "Otters use stone tools. Sea otters use tools. Stone tools of sea otters break."
    assert followed(words, "Add a section on stone tools", sections(("Life", tools))) == 0
    assert followed(words, "Add a section on stone tools", sections(("Stone tools", tools))) == 1


def test_a_skipped_background_has_no_heading(words: Words):
    assert followed(words, "Skip the background section", sections(("Background", OTHER))) == 0
    assert followed(words, "Skip the background section", sections(("Tools", OTHER))) == 1


@pytest.mark.parametrize(
    "action",
    [
        "Put the most important papers first",
        "Find more papers",
        "Focus on the important work",
        "Skip the section",
    ],
)
def test_an_action_that_names_nothing_is_unscored(words: Words, action: str):
    assert judge_adherence(QUERY, action, one_section(OTHER), words).reason.startswith(
        "NotVisible: "
    )


def test_to_prefer_numbers_is_to_have_them_in_half_of_the_sentences(words: Words):
    numbers = "Dives rose by 12 %. Finds fell by 3 %. Some pups ate 40 % less."
    assert followed(words, "Prefer sentences with measured results", one_section(numbers)) == 1
    assert (
        followed(words, "Prefer sentences with measured results", one_section(f"{numbers} {OTHER}"))
        == 0
    )


def test_to_connect_is_to_name_the_readers_papers_with_the_topic(words: Words):
    named = "Your paper “Rocks” also speaks of kelp. Kelp is in your own study of pups too."
    action = "Connect the findings to your papers on kelp"
    assert followed(words, action, one_section(f"{OTHER} {named}")) == 1
    assert (
        followed(
            words,
            action,
            one_section(f"{KELP} Your paper “Rocks” is near. You may cite your work."),
        )
        == 0
    )


DATED = "Pups learn (Otter et al., 2015). They dive (Raft, 2018). They play (Kelp, 2020)."


@pytest.mark.parametrize(
    ("action", "score"),
    [
        ("Keep to papers since 2015", 1),
        ("Keep to papers since 2016", 0),
        ("Keep to papers until 2020", 1),
        ("Keep to papers until 2019", 0),
        ("Focus on papers since 2016 about kelp forests", 0),
    ],
)
def test_a_limit_of_years_is_kept_where_all_shown_years_keep_it(
    words: Words, action: str, score: float
):
    assert followed(words, action, one_section(f"{DATED} By 2010 films had shown more.")) == score


@pytest.mark.parametrize("since", [2012, 2025])
def test_two_shown_years_speak_for_no_report_whichever_they_are(words: Words, since: int):
    judged = one_section(DATED.rpartition(" They play")[0])
    judgment = judge_adherence(QUERY, f"Keep to papers since {since}", judged, words)
    assert judgment.reason.startswith("NotVisible: ")


def test_years_are_those_of_what_is_cited():
    assert cited_years("Otter et al. (2015) say so (Raft, 2019). In 1990 films | 2021 | came.") == (
        2015,
        2019,
        2021,
    )


def test_a_division_shows_in_the_headings(words: Words):
    action = "Structure by otters vs chimpanzees"
    assert (
        followed(words, action, sections(("Otters", OTHER), ("Chimpanzees", "They use twigs.")))
        == 1
    )
    assert (
        followed(words, action, sections(("Otters", OTHER), ("Habitat", "Chimpanzees use twigs.")))
        == 0
    )


@pytest.mark.parametrize(
    ("clause", "named"),
    [
        (
            "set storms in winter and proposed shelters side by side in a table",
            ("storms in winter", "proposed shelters"),
        ),
        ("show the differences between otters and seals", ("otters", "seals")),
        ("name energy vs. speed in water", ("energy", "speed")),
        ("compare otters with seals", ("otters", "seals")),
        ("compare approaches to diving in a table", ()),
    ],
)
def test_the_sides_of_a_comparison_are_read_from_its_words(
    words: Words, clause: str, named: tuple[str, ...]
):
    sides = Asked(clause, frozenset(), words).sides
    assert [set(side) for side in sides] == [set(stems(text)) for text in named]


def test_an_action_asks_until_it_says_what_it_is_good_for():
    asked = clause_of("I can look for kelp, which might help you see what otters eat.")
    assert asked == "look for kelp"


def test_topics_are_runs_of_rare_words_between_words_of_form(words: Words):
    # "recent data": both common, 1.6 each, together below 3.5. "kelp" is rare.
    topics = topics_of("Add papers on kelp forests and recent data, or on sea otters", words)
    assert [set(topic) for topic in topics] == [{"kelp", "forest"}, {"sea", "otter"}]
