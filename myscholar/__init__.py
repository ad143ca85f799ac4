"""Personalized deep research for scholars: from papers to a cited profile, to chosen actions, to a
cited report.

>>> from myscholar import MyScholar
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from myscholar.workflows.my_scholar import AsyncMyScholar, MyScholar

__version__ = "0.1.0"
__all__ = ["AsyncMyScholar", "MyScholar", "__version__"]


def __getattr__(name: str) -> Any:
    # The class is loaded when first asked for, so that `import myscholar` stays fast.
    if name in ("AsyncMyScholar", "MyScholar"):
        from myscholar.surfaces.notebook import prepare
        from myscholar.workflows import my_scholar

        prepare()
        return getattr(my_scholar, name)
    raise AttributeError(f"module 'myscholar' has no attribute {name!r}")
