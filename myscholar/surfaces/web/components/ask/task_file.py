"""A task of a benchmark's file, taken as the question."""

from collections.abc import Callable
from dataclasses import dataclass

import streamlit as st

from myscholar.surfaces.web.components import saved_file, trouble
from myscholar.surfaces.web.components.layout import row
from myscholar.surfaces.web.held import held
from myscholar.workflows.files import BenchmarkTask, read_tasks
from myscholar.workflows.library.gather_papers import Upload

_TASK = "task"


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
    st.selectbox(
        f"Which of its {len(tasks):,} tasks" if len(tasks) > 1 else "Its task",
        range(len(tasks)),
        format_func=lambda n: f"{tasks[n].text} · {tasks[n].task_id}",
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
