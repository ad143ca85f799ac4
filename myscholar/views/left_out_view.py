"""What a model proposed and is not on the list of actions, with why."""

from myscholar.domain.actions import ActionList, Omission
from myscholar.domain.model import Frozen
from myscholar.domain.text import shorten

_WHY_LEFT_OUT = {
    Omission.REPEATS: "It asks for the same as “{}”.",
    Omission.BEYOND: "This tool reads papers and writes a report from them; it can't “{}”.",
    Omission.NO_PAPERS: "It speaks of your own papers, and no profile is chosen.",
    Omission.UNREADABLE: "It says nothing, or more than anyone would read.",
    Omission.WITHHELD: "It was on who you are, or led to an address; its words are not shown.",
    Omission.TOO_MANY: "There were enough of its kind before it.",
}


class LeftOutView(Frozen):
    """What a model proposed and why it is not on the list; without an id it can't be brought
    back."""

    action_id: str | None
    tldr: str
    text: str
    reason: str


def left_out_views(actions: ActionList) -> tuple[LeftOutView, ...]:
    return tuple(
        LeftOutView(
            action_id=o.action.action_id if o.action else None,
            tldr=shorten(o.tldr, 200) or "(no words)",
            text=o.action.text if o.action else "",
            reason=_WHY_LEFT_OUT[o.reason].format(shorten(o.detail, 200)),
        )
        for o in actions.left_out
    )
