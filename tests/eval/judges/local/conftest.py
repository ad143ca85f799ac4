"""What the local judge's tests share: a background of their own, small enough to reckon with."""

import math

import pytest

from eval.domain.report import ScholarCitation, ScholarReport, ScholarSection
from eval.judges.local.words import Words
from myscholar.text.background import Background
from myscholar.text.terms import stem

N = 10_000
COMMON = (
    "model method data result system learn network train evalu user improv show recent research "
    "question answer benchmark"
)


@pytest.fixture(scope="session")
def words() -> Words:
    """10,000 documents: the common words stand in 2,000 of them (idf ln 5 = 1.6), all others in
    fewer than 10 (idf ln 2,000 = 7.6)."""
    return Words(
        Background(n_documents=N, frequencies={stem(w): 2_000 for w in COMMON.split()}, floor=10)
    )


@pytest.fixture
def idf_of_rare() -> float:
    return math.log(N / 5)


def cited(marker: str, *snippets: str, title: str | None = None) -> ScholarCitation:
    return ScholarCitation(id=marker, snippets=snippets, title=title)


def report(*sections: ScholarSection, question: str = "How do otters use tools?") -> ScholarReport:
    return ScholarReport(query_id="q1", question=question, system="s", sections=sections)


def one_section(text: str, *citations: ScholarCitation, title: str | None = None) -> ScholarReport:
    return report(ScholarSection(title=title, text=text, citations=citations))
