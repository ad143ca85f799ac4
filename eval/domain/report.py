"""A report in ScholarQA's form (Bragg et al. 2026), which MySQA A.3 scores."""

from myscholar.domain.model import Frozen

HEADING_CHARS = 110
"""At most; in longer ones of flattened reports a text goes on behind the heading."""


class ScholarCitation(Frozen):
    id: str
    """The marker as it stands in the text: `[3]`, `(Smith et al., 2020)`."""
    title: str | None = None
    snippets: tuple[str, ...] = ()
    """The cited words. Empty: the system names a paper and shows nothing of it."""
    corpus_id: str | None = None
    url: str | None = None


class ScholarSection(Frozen):
    title: str | None = None
    text: str
    citations: tuple[ScholarCitation, ...] = ()


class ScholarReport(Frozen):
    """A system's answer to one question. A report without sections is an answer that failed."""

    query_id: str
    question: str
    system: str
    split: str = "dev"
    sections: tuple[ScholarSection, ...] = ()

    @property
    def text(self) -> str:
        """Titles and texts, parted by blank lines."""
        return "\n\n".join(
            part
            for s in self.sections
            for part in (f"## {s.title}" if s.title else "", s.text.strip())
            if part
        )
