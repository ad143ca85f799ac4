"""A task of a benchmark's file, taken as the question."""

from collections.abc import Callable
from dataclasses import dataclass

import streamlit as st

from myscholar.domain.text import shorten
from myscholar.surfaces.web.components import saved_file, trouble
from myscholar.surfaces.web.components.layout import row
from myscholar.surfaces.web.held import held
from myscholar.workflows.files import BenchmarkTask, read_tasks
from myscholar.workflows.library.gather_papers import Upload

_TASK = "task"
_MOST, _LABEL = 500, 120
"""Tasks that are listed and characters of one, by hand: the list goes to the browser whenever the
page is drawn anew."""


@dataclass
class _Here:
    """The last file that could be read, so that its next task is asked without it."""

    tasks: tuple[BenchmarkTask, ...] = ()


def show(take: Callable[[str], None]) -> None:
    """`take` is given the text of the task that the person chooses."""
    with (
        row("search-toolbar-tasks", width="content"),
        st.popover("or a task from a file", icon=saved_file.ICON, type="tertiary"),
        st.container(key="tasks-of-file"),
    ):
        sent = st.file_uploader(
            'A .jsonl file of tasks: on each line at least {"task_id": ..., "text": ...}',
            type=["jsonl"],
            key="task-file",
        )
        if sent:
            with trouble.shown_here():
                held(_Here).tasks = _read(Upload(sent.name, sent.getvalue()))
        if tasks := held(_Here).tasks:
            _choose(tasks, take)


def _choose(tasks: tuple[BenchmarkTask, ...], take: Callable[[str], None]) -> None:
    found, label = list(range(len(tasks))), "Its task"
    if len(tasks) > 1:
        label = f"Which of its {len(tasks):,} tasks"
    if len(tasks) > _MOST or (len(tasks) > 1 and any(len(t.text) > _LABEL for t in tasks)):
        words = st.text_input("Words of the task, or its id", key="task-words").casefold().split()
        texts = (f"{task.text} {task.task_id}".casefold() for task in tasks)
        found = [n for n, text in enumerate(texts) if all(word in text for word in words)]
    if len(found) > _MOST:
        label += f" (the first {_MOST} are listed)"
    st.selectbox(
        label,
        found[:_MOST],
        format_func=lambda n: " · ".join(
            shorten(words, _LABEL) for words in (tasks[n].text, tasks[n].task_id)
        ),
        index=None,
        placeholder="Choose one: it becomes your question",
        key=_TASK,
        on_change=_take,
        args=(take, tasks),
    )


def _read(upload: Upload) -> tuple[BenchmarkTask, ...]:
    with saved_file.on_disk(upload) as path:
        return read_tasks(path)


def _take(take: Callable[[str], None], tasks: tuple[BenchmarkTask, ...]) -> None:
    if (chosen := st.session_state[_TASK]) is not None:
        take(tasks[chosen].text)
