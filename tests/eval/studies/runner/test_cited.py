from eval.domain.output import Output
from eval.domain.report import ScholarCitation, ScholarReport, ScholarSection
from eval.studies.cited import citing_notes


def output(text: str, *citations: ScholarCitation) -> Output:
    section = ScholarSection(text=text, citations=citations)
    report = ScholarReport(query_id="q", question="Why?", system="theirs", sections=(section,))
    return Output(instance_id="q", system="theirs", report=report)


BARE = ScholarCitation(id="[1]", title="Tides")
SHOWN = ScholarCitation(id="[2]", snippets=("The moon pulls.",))


def test_a_system_that_shows_titles_only_is_said_to():
    assert citing_notes("theirs", [output("The moon pulls [1].", BARE)] * 3) == (
        "theirs shows no words of what it cites (3 of 3 citations are titles only): its citation "
        "figures can't exceed 50 %.",
    )


def test_some_titles_among_quotes_are_counted():
    [note] = citing_notes("theirs", [output("The moon pulls [1]. So it does [2].", BARE, SHOWN)])
    assert (
        note
        == "theirs shows no words of 1 of 2 citations (titles only): each bears a claim out by "
        "half at most."
    )


def test_markers_that_nothing_listed_explains_are_counted():
    # [3] and [4] are not listed; [2] is
    [note] = citing_notes(
        "theirs", [output("The moon pulls [3]. So it does [2]. It rises [4].", SHOWN)]
    )
    assert note.startswith("2 markers of theirs match no listed citation: ")


def test_markers_inside_what_is_quoted_and_in_a_summary_line_are_none_of_the_systems():
    quoting = ScholarCitation(id="[2]", snippets=("The moon pulls (Abe et al., 2020) the sea.",))
    text = "TL;DR: it pulls (Abe, 2021).\n\nThe moon pulls (Abe et al., 2020) the sea [2]."
    assert citing_notes("theirs", [output(text, quoting)]) == ()


def test_there_is_nothing_to_say_of_what_cites_well_or_of_no_report():
    assert (
        citing_notes(
            "theirs", [output("So it does [2].", SHOWN), Output(instance_id="a", system="theirs")]
        )
        == ()
    )
