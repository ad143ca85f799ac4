"""Documents as files and as HTML below a cell."""

from html import escape
from pathlib import Path

from myscholar.domain.actions import ActionList
from myscholar.domain.model import Document
from myscholar.domain.profile import Profile
from myscholar.domain.report import Report

_HEIGHT = "36rem"
"""Of a report below a cell, which can be drawn larger; by hand."""
_MAY = "allow-scripts allow-popups allow-popups-to-escape-sandbox"
"""A report's own script, and links to its references in a tab of their own."""


class NotebookLook:
    """As `myscholar.views` writes them, which is loaded when it is needed."""

    def save(self, document: Document, path: Path) -> Path:
        from myscholar.views.report_file import save_made

        return save_made(document, path)

    def html(self, document: Document) -> str | None:
        """A report in a frame of its own, where its script can't reach the notebook; others as a
        piece of it."""
        from myscholar.views.html import to_html
        from myscholar.views.notes import to_piece

        if isinstance(document, Profile | ActionList):
            return to_piece(document)
        if not isinstance(document, Report):
            return None
        return (
            f'<iframe title="{escape(document.title)}" sandbox="{_MAY}" '
            f'srcdoc="{escape(to_html(document))}" style="width: 100%; height: {_HEIGHT}; '
            'border: 1px solid #8888; resize: vertical;"></iframe>'
        )
