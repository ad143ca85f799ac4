"""What `myscholar setup` asks on a terminal. Each question has an option that answers it; without a
terminal that option is named."""

import asyncio
import math
import sys
from getpass import getpass

import typer
from pydantic import SecretStr
from rich.prompt import Prompt

from myscholar.errors import BadKey, BadSettings, MissingAnswer
from myscholar.settings import MOST_USD
from myscholar.surfaces.cli import screen
from myscholar.surfaces.cli.remedies import explain
from myscholar.workflows.models.list_models import (
    ProviderLine,
    check_provider,
    list_models,
    list_providers,
)
from myscholar.workflows.models.model_keys import (
    LABELS,
    OWN_SERVER,
    export_line,
    is_keyed,
    key_variable,
    label_of,
    system_keyring,
    usual_address,
)
from myscholar.workflows.models.save_model import Saved, save_model
from myscholar.workflows.models.set_up_model import (
    SUGGESTED,
    Offer,
    Server,
    Trial,
    Wanted,
    key_for,
    look_at_server,
    offers,
    wanted_model,
)
from myscholar.workflows.services import Services

_LISTED = 20
_OTHER = "another"


class Questions:
    """`is_silent` takes what is suggested. Prompts go to standard error."""

    def __init__(
        self, services: Services, *, is_silent: bool, key_stdin: bool, new_key: bool
    ) -> None:
        self._services, self._is_silent, self._key_stdin, self._new_key = (
            services,
            is_silent,
            key_stdin,
            new_key,
        )
        self._server = Server("")
        self.can_ask = sys.stdin.isatty() and not is_silent and not key_stdin

    def wanted(self, vendor: str | None, local: str | None, model: str | None) -> Wanted:
        """Raises InputError: for what can't be used, and for what nobody is there to be asked."""
        if vendor and local:
            raise BadSettings("Give --vendor or --local, not both.")
        provider = OWN_SERVER if local else vendor.strip().lower() if vendor else self._provider()
        if provider == OWN_SERVER and vendor:
            raise BadSettings("Give --local ADDRESS for a server of your own.")
        check_provider(self._services.settings, provider)
        asks_key = is_keyed(provider) or self._new_key or self._key_stdin
        key = self._key(provider) if asks_key else None
        if provider == OWN_SERVER:
            key = self._found_server(local, key)
        return self._model(provider, model, key)

    def again(self, wanted: Wanted, mend: str) -> Wanted:
        """The key or the model anew."""
        if mend == "key":
            return wanted.model_copy(update={"key": self._typed_key(wanted.provider)})
        return self._model(wanted.provider, None, wanted.key)

    def saved(self, trial: Trial, budget: float | None) -> Saved:
        """Asks for the budget where one can hold, and writes."""
        if budget is None and trial.report_dollars is not None:
            budget = self._budget(math.inf if trial.budget is None else trial.budget)
        if budget is not None and budget < (trial.report_dollars or 0):
            stops = "it would stop before its end" if budget else "with $0 this model is not asked"
            screen.say(f"Note: a typical report costs more than ${budget:g}; {stops}.")
        return save_model(self._services, trial.wanted, budget_usd=budget)

    def _provider(self) -> str:
        if not self.can_ask:
            raise MissingAnswer(
                "whose model is to be set up?",
                "--vendor anthropic (or another, see `models list`), or --local ADDRESS",
            )
        screen.say("Whose model is to do the work?")
        names = list(LABELS)
        number = self._number([*(Offer(LABELS[name]) for name in names), Offer(_OTHER)], "Number")
        if number < len(names):
            return names[number]
        screen.say(f"There are {', '.join(line.name for line in self._others())}.")
        return _typed("Name of the provider").lower()

    def _others(self) -> list[ProviderLine]:
        lines = list_providers(self._services.settings)
        return [line for line in lines if line.name not in LABELS]

    def _found_server(self, local: str | None, key: SecretStr | None) -> SecretStr | None:
        """The address that works, and the key if the server wants one."""
        address = local or _typed("Its address", usual_address("ollama"))
        self._server = asyncio.run(
            look_at_server(address, key or key_for(self._services, OWN_SERVER).key)
        )
        if self._server.wants_key and key is None:
            key = self._key(OWN_SERVER)
            self._server = asyncio.run(
                look_at_server(address, key or key_for(self._services, OWN_SERVER).key)
            )
            if self._server.wants_key:
                raise BadKey(f"The server at {self._server.base_url} refuses the key.")
        if self._server.base_url != address.strip().rstrip("/"):
            screen.say(f"Its address is {self._server.base_url}")
        return key

    def _model(self, provider: str, model: str | None, key: SecretStr | None) -> Wanted:
        known = self._known(provider)
        base_url = self._server.base_url or None
        if (
            model is None
            and self._is_silent
            and known
            and (provider in SUGGESTED or len(known) == 1)
        ):
            model = known[0].name
        if model is None and not self.can_ask:
            there_are = f" There are {', '.join(o.name for o in known[:_LISTED])}." if known else ""
            raise MissingAnswer(f"which model?{there_are}", "--model NAME")
        if model is None:
            model = self._chosen_model(known)
        return wanted_model(provider, model, base_url=base_url, key=key)

    def _known(self, provider: str) -> list[Offer]:
        """What may be chosen: of a server what it has, of a vendor what is suggested, or else
        all."""
        if provider == OWN_SERVER:
            return [Offer(name) for name in self._server.models]
        suggested = [*offers(self._services.settings, provider)]
        return suggested or [
            Offer(name) for name in asyncio.run(list_models(self._services, provider)).names
        ]

    def _chosen_model(self, known: list[Offer]) -> str:
        shown = known[:_LISTED]
        if not shown:
            return _typed("Name of the model")
        screen.say("Which model? A number, or the name of another one.")
        self._list(shown)
        typed = _typed("Model", "1")
        return (
            shown[int(typed) - 1].name
            if typed.isdecimal() and 0 < int(typed) <= len(shown)
            else typed
        )

    def _key(self, provider: str) -> SecretStr | None:
        """One that was given just now; None for one that is found."""
        if self._key_stdin:
            self._key_stdin = False
            return key_for(self._services, provider, sys.stdin.read().strip() or "?").key
        if not self._new_key:
            found = key_for(self._services, provider)
            if found.trouble:
                screen.say(found.trouble)
            if found.key:
                screen.say(f"The key in {found.place} is used.")
                return None
        if not self.can_ask:
            raise MissingAnswer(
                f"there is no key for {label_of(provider)}. Set {key_variable(provider)} in the "
                "environment, or give it on standard input.",
                "--key-stdin",
            )
        return self._typed_key(provider)

    def _typed_key(self, provider: str) -> SecretStr | None:
        keyring = system_keyring()
        if keyring.name:
            screen.say(
                f"The key goes into the system's keyring ({keyring.name}), and into no file."
            )
        else:
            reason = keyring.trouble or "There is no system keyring here."
            screen.say(
                f"{reason} The key is used for the test and not kept: {export_line(provider)} in "
                "your shell's profile keeps it."
            )
        screen.say(
            "No key yet? The vendor's console makes one. Ctrl-C leaves: nothing is changed, and "
            "all works without a model."
        )
        while True:
            try:
                return key_for(self._services, provider, getpass("Key (not shown): ") or " ").key
            except BadKey as error:
                screen.say(explain(error))

    def _budget(self, suggested: float) -> float:
        if self._is_silent:
            return suggested
        if not self.can_ask:
            raise MissingAnswer(
                f"what may one run cost? {suggested:g} dollars would do.", "--budget"
            )
        while True:
            typed = _typed(
                "What may one run cost, in dollars? (0: only what is free, inf: no limit)",
                f"{suggested:g}",
            )
            try:
                dollars = float(typed.removeprefix("$"))
                check_budget(dollars)
                return dollars
            except (ValueError, typer.BadParameter):
                screen.say("Type a number, for example 2.")

    def _number(self, known: list[Offer], question: str) -> int:
        self._list(known)
        numbers = [str(n) for n in range(1, len(known) + 1)]
        return (
            int(
                Prompt.ask(
                    question, choices=numbers, default="1", show_choices=False, console=screen.err
                )
            )
            - 1
        )

    def _list(self, known: list[Offer]) -> None:
        width = max(len(offer.name) for offer in known)
        for number, offer in enumerate(known, start=1):
            screen.say(f"  {number:2}. {offer.name:{width}}  {offer.note}".rstrip())


def check_budget(dollars: float | None) -> float | None:
    """Raises BadParameter for what can't be one."""
    if dollars is None or 0 <= dollars <= MOST_USD or dollars == math.inf:
        return dollars
    raise typer.BadParameter(f"a budget is a number from 0 to {MOST_USD:,.0f}, or inf for no limit")


def _typed(question: str, default: str = "") -> str:
    """Raises EOFError, KeyboardInterrupt."""
    return (
        Prompt.ask(question, default=default, show_default=bool(default), console=screen.err) or ""
    ).strip()
