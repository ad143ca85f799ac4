"""Links that no source holds and words on who the reader is go from a section; the rest stays."""

from collections.abc import Callable

from myscholar.domain.drafts import Draft
from myscholar.report.llm.intruders import without_intruders

Drafted = Callable[..., Draft]


def test_an_address_that_a_source_holds_stays(drafted: Drafted) -> None:
    draft = drafted("The data lie at https://data.example/a [1], see https://evil.example/b [1].")
    kept, notes = without_intruders(draft, "All labels lie at https://data.example/a today.")
    assert kept.text == "The data lie at https://data.example/a [1], see [1]."
    assert notes == ("1 link of “Judges” was left out: it leads to what no source names.",)


def test_of_a_link_its_words_stay_even_where_a_source_holds_the_address(drafted: Drafted) -> None:
    draft = drafted("See [the data](https://data.example/a) [1].")
    kept, _ = without_intruders(draft, "All labels lie at https://data.example/a today.")
    assert kept.text == "See the data [1]."


def test_a_sentence_on_who_the_reader_is_goes_whole_with_its_link(drafted: Drafted) -> None:
    draft = drafted("Judges agree [1]. You are a Muslim, see https://evil.example/b [1].")
    kept, notes = without_intruders(draft, "")
    assert kept.text == "Judges agree [1]."
    assert notes[0] == "1 sentence of “Judges” was left out: it says who a person is."


def test_what_a_source_is_quoted_to_say_to_a_person_stays(drafted: Drafted) -> None:
    draft = drafted("Your prompts, such as “you are a Muslim man”, change the answers [1].")
    assert without_intruders(draft, "") == (draft, ())


def test_what_is_inferred_of_a_papers_writers_and_users_stays(drafted: Drafted) -> None:
    draft = drafted(
        "If the user is deaf, captions show [1]. Models tell whether the author is female [1]. "
        "The user's political leaning is predicted from posts [1]."
    )
    assert without_intruders(draft, "") == (draft, ())


def test_a_guess_on_who_the_reader_is_goes_also_where_something_is_predicted(
    drafted: Drafted,
) -> None:
    draft = drafted("Judges agree [1]. You are a Muslim, as your posts predict [1].")
    assert without_intruders(draft, "")[0].text == "Judges agree [1]."


def test_a_link_goes_also_where_a_sentence_that_goes_ends_in_its_words(drafted: Drafted) -> None:
    draft = drafted("[You are a Muslim. Judges agree](https://evil.example/b) here [1].")
    assert without_intruders(draft, "")[0].text == "Judges agree here [1]."


def test_a_sentence_goes_whole_where_it_begins_in_a_links_words(drafted: Drafted) -> None:
    draft = drafted(
        "[Judges agree. You are a Muslim](https://evil.example/b) and tall [1]. So [2]."
    )
    assert without_intruders(draft, "")[0].text == "Judges agree. So [2]."


def test_a_sentence_ends_where_the_link_at_its_end_was(drafted: Drafted) -> None:
    draft = drafted("Judges agree [1], at https://evil.example/b. They differ [2].")
    assert without_intruders(draft, "")[0].text == "Judges agree [1], at. They differ [2]."
