"""What all tests share."""

from pathlib import Path

import pytest

SHARED = Path(__file__).resolve().parents[2] / "shared"


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of shared research data beside the checkout; the test is skipped where it is absent."""
    if not SHARED.is_dir():
        pytest.skip("needs the shared research data beside the checkout")
    return SHARED
