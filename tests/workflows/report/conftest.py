"""Reports in homes in which the sample was searched before."""

import pytest


@pytest.fixture(autouse=True)
def each_searched_before(searched_before: None) -> None:
    """None of them is about how the sample's index is made."""
