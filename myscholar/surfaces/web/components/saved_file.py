"""A file of this tool, brought in again: a profile, a report, tasks."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal

import streamlit as st

from myscholar.processes import temporary_folder
from myscholar.workflows.library.gather_papers import Upload

ICON = ":material/upload:"


def label(what: Literal["profile", "report"]) -> str:
    return f"Bring in a {what} from a file"


def choose(what: Literal["profile", "report"]) -> Upload | None:
    with st.form(f"import-{what}", clear_on_submit=True, border=False):
        sent = st.file_uploader(f"A {what} saved as JSON", type=["json"], key=f"{what}-file")
        wanted = st.form_submit_button("Bring it in", key=f"import-{what}-go")
    if wanted and sent is None:
        st.error("Choose a file first.", icon=":material/error:")
    return Upload(sent.name, sent.getvalue()) if wanted and sent else None


@contextmanager
def on_disk(upload: Upload) -> Iterator[Path]:
    """Where it can be read within the block. Its owner's name for it is no path of ours."""
    with temporary_folder() as folder:
        path = folder / "The uploaded file"
        path.write_bytes(upload.content)
        yield path
