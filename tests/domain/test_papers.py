"""How papers are named."""

import pytest

from myscholar.domain.papers import short_authors


@pytest.mark.parametrize(
    ("authors", "short"),
    [
        ((), "Unknown authors"),
        (("Amanpreet Singh",), "Singh"),
        (("Singh, Amanpreet", "Joseph Chee Chang"), "Singh and Chang"),
        (("A. Singh", "B. Li", "C. Wu"), "Singh et al."),
        (("Rego et al.",), "Rego et al."),
        (("Ludwig van Beethoven",), "van Beethoven"),
        (("Mira Solberg-Adeyemi (fictional)",), "Solberg-Adeyemi"),
    ],
)
def test_authors_are_shortened_as_in_a_citation(authors: tuple[str, ...], short: str) -> None:
    assert short_authors(authors) == short
