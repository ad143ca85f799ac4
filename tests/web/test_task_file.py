"""A task of a benchmark's file becomes the question on the page Ask."""

import json
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect
from streamlit.testing.v1 import AppTest

from myscholar.workflows.ask.inquiries import list_inquiries
from myscholar.workflows.services import Services

from .conftest import Server, until

TEXTS = (
    "Survey how citations of generated answers are verified. Deliver a comparison table.",
    "Test whether readers notice citations that don't hold. Deliver a protocol.",
)
FILE = "\n".join(
    json.dumps({"task_id": f"talk/t{n}", "text": text, "family": "trend scan"})
    for n, text in enumerate(TEXTS, 1)
).encode()


@pytest.fixture
def ask(open_page: Callable[[str], AppTest]) -> AppTest:
    return open_page("ask")


def bring(page: AppTest, content: bytes) -> AppTest:
    page.file_uploader(key="task-file").set_value(("tasks.jsonl", content, "application/json"))
    return page.run()


def test_a_chosen_task_is_kept_as_the_question(ask: AppTest, services: Services) -> None:
    assert not [box for box in ask.selectbox if box.key == "task"]
    bring(ask, FILE).selectbox(key="task").set_value(1).run()
    assert ask.text_area(key="question").value == TEXTS[1]
    assert [i.question for i in list_inquiries(services)] == [TEXTS[1]]
    assert not ask.exception


def test_the_next_task_of_the_file_is_asked_without_bringing_it_again(
    ask: AppTest, services: Services
) -> None:
    bring(ask, FILE).selectbox(key="task").set_value(0).run()
    ask.run().button(key="new-question").click().run()
    ask.selectbox(key="task").set_value(1).run()
    assert {i.question for i in list_inquiries(services)} == set(TEXTS)


def test_tasks_that_are_too_long_to_be_listed_whole_are_found_by_their_last_words(
    ask: AppTest,
) -> None:
    long = [json.dumps({"task_id": f"t{n}", "text": f"{'Read. ' * 30}End {n}."}) for n in range(3)]
    bring(ask, "\n".join(long).encode()).text_input(key="task-words").set_value("end 2").run()
    assert len(ask.selectbox(key="task").options) == 1


def test_a_file_that_is_none_of_tasks_says_where(ask: AppTest) -> None:
    bring(ask, FILE + b"\nnot a task")
    assert "line 3: not a task" in ask.error[0].value.replace("\\", "")
    assert not [box for box in ask.selectbox if box.key == "task"]


def test_a_task_is_chosen_in_a_browser(page: Page, server: Server, stored: Services) -> None:
    page.goto(f"{server.address}/ask")
    page.get_by_role("button", name="or a task from a file").click()
    sent = {"name": "tasks.jsonl", "mimeType": "application/json", "buffer": FILE}
    page.locator("input[type=file]").set_input_files(sent)
    page.get_by_role("combobox", name="Which of its 2 tasks").click()
    page.get_by_role("option", name="Test whether readers").click()
    expect(page.get_by_role("textbox", name="Your question")).to_have_value(TEXTS[1])
    expect(page.get_by_role("button", name="or a task from a file")).to_be_hidden()
    until(lambda: TEXTS[1] in {i.question for i in list_inquiries(stored)}, page)


def test_of_a_long_file_the_first_tasks_are_listed_in_few_words_and_the_others_are_found(
    ask: AppTest,
) -> None:
    """Ten thousand whole ones are five megabytes, sent whenever the page is drawn anew."""
    long = "How do readers check the sources of an answer? " * 12
    rows = [json.dumps({"task_id": f"t{n}", "text": f"{n}: {long}"}) for n in range(10_000)]
    box = bring(ask, "\n".join(rows).encode()).selectbox(key="task")
    assert box.label == "Which of its 10,000 tasks (the first 500 are listed)"
    assert len(box.options) == 500
    assert sum(map(len, box.options)) < 80_000
    assert box.options[499].endswith("… · t499")
    ask.text_input(key="task-words").set_value("9876: SOURCES").run()
    box = ask.selectbox(key="task")
    assert (box.label, len(box.options)) == ("Which of its 10,000 tasks", 1)
    box.set_value(9876).run()
    assert ask.text_area(key="question").value == f"9876: {long}"
