"""The question again with what was said about it, in rules. Source: IntentRL E.9."""

from collections.abc import Sequence

from myscholar.domain.interaction import Turn
from myscholar.domain.text import listed
from myscholar.interactive.clarify.replies import unwanted, wanted

_ENDS = ".?!"


def plain_summary(question: str, turns: Sequence[Turn]) -> str:
    """The question as it was asked, and a sentence of what the replies want and do not want, in
    their own words. Replies that say neither leave it as it is."""
    text, sought, out = question.strip(), wanted(turns), unwanted(turns)
    if not (sought or out):
        return text
    focus = f"Focus on {listed(sought)}" if sought else "Answer"
    without = f"{',' if sought else ''} without {listed(out)}" if out else ""
    return f"{text}{'' if text[-1:] in _ENDS else '.'} {focus}{without}."
