"""Proposed actions on a terminal: one list by where each takes hold, then what was left out."""

from myscholar.domain.actions import Action, ActionList
from myscholar.domain.text import counted
from myscholar.surfaces.cli.screen import escape, out, print_indented, say
from myscholar.views.action_view import STAGES, facts_of
from myscholar.views.doubt_view import noticed
from myscholar.views.left_out_view import left_out_views
from myscholar.workflows.actions.proposed import in_order


def show_actions(actions: ActionList, *, is_chosen: bool = False) -> None:
    for hint in actions.hints:
        say(f"Hint: {hint}")
    stage = None
    for number, action in enumerate(in_order(actions), 1):
        if action.stage is not stage:
            stage = action.stage
            out.print(f"\n[bold]{STAGES[stage]}[/]")
        _show_action(number, action)
    if actions.profile_id and not any(action.personalized for action in actions.actions):
        out.print("\n[dim]No action that fits your own work was found for this question.[/]")
    out.print(f"\n[dim]✓ = carried out{'' if is_chosen else ' by default'}[/]")
    if actions.left_out:
        _show_left_out(actions)


def _show_left_out(actions: ActionList) -> None:
    n = counted(len(actions.left_out), "proposal")
    out.print(f"\n[dim]Left out: {n} (“enabled” in the file of --out takes one after all)[/]")
    for proposal in left_out_views(actions):
        print_indented(f"[dim]{escape(proposal.tldr)}: {escape(proposal.reason)}[/]", 3)


def _show_action(number: int, action: Action) -> None:
    facts = facts_of(action)
    mark = "[green]✓[/]" if action.enabled else "·"
    out.print(f" {mark} {number:2}. [bold]{escape(action.tldr)}[/] [dim]({', '.join(facts)})[/]")
    print_indented(escape(action.text), 7)
    for flag in action.flags:
        kind = flag.error_type.value.split(".")[1]
        print_indented(f"[yellow]{kind}[/]: {escape(flag.reason)} [dim]({noticed(flag)})[/]", 7)
