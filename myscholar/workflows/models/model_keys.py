"""Where a provider's key is, and whether what was pasted can be one. It stays in the environment or
in the system's keyring."""

import re
from typing import NamedTuple

from pydantic import SecretStr

from myscholar.domain.text import one_line
from myscholar.environment import MODEL_KEY
from myscholar.errors import BadKey, KeyringUnavailable
from myscholar.gateways.llm.vendors import (
    COMPATIBLE,
    is_keyed_address,
    is_own_server,
    vendor_of,
)
from myscholar.gateways.llm.vendors import account_of as account_of
from myscholar.gateways.llm.vendors import is_keyed as is_keyed
from myscholar.gateways.system_keyring import forget_key, keyring_name, read_key
from myscholar.settings import Settings
from myscholar.workflows.models.edit_settings import FILE, SettingsChange, change_settings
from myscholar.workflows.services import Services

KEYRING = "the system's keyring"
OWN_SERVER = COMPATIBLE
LABELS = {
    "anthropic": "Anthropic",
    "google": "Google",
    "openai": "OpenAI",
    OWN_SERVER: "your own server",
}
_OWNERS = {"sk-ant-": "anthropic", "AIza": "google", "sk-proj-": "openai", "sk-svcacct-": "openai"}
"""Beginnings that one vendor's keys have and no other's; plain `sk-` is many vendors'."""
_ASSIGNED = re.compile(r"\A(?:export\s+)?[A-Z][A-Z0-9_]*+=")
"""Of a line for the shell that was pasted whole."""
_SHORTEST = 8


class KeyFound(NamedTuple):
    """`place` is where it was found, in words; empty where there is none. `trouble`: why the
    keyring could not be looked into."""

    place: str = ""
    key: SecretStr | None = None
    trouble: str = ""


class Keyring(NamedTuple):
    """`name` is empty where this machine has none, or for the reason in `trouble`."""

    name: str = ""
    trouble: str = ""


def label_of(provider: str) -> str:
    return LABELS.get(provider, provider)


def key_variable(provider: str) -> str:
    vendor = vendor_of(provider)
    return vendor.key_variables[0] if vendor and vendor.key_variables else MODEL_KEY


def export_line(provider: str) -> str:
    """What to put into the shell's profile, without the key."""
    return f"export {key_variable(provider)}=..."


def usual_address(provider: str) -> str:
    """Of a provider that is known and has one for everybody; empty for any other."""
    vendor = vendor_of(provider)
    return vendor.base_url if vendor and "{}" not in vendor.base_url else ""


def needs_key(settings: Settings, provider: str) -> bool:
    """Whether the address is the vendor's own, which serves nobody without its key."""
    chosen = settings.providers.get(account_of(provider))
    return is_keyed_address(provider, (chosen and chosen.base_url) or usual_address(provider))


def system_keyring() -> Keyring:
    try:
        return Keyring(keyring_name())
    except KeyringUnavailable as error:
        return Keyring(trouble=str(error))


def find_key(services: Services, provider: str) -> KeyFound:
    """The environment first, then the settings file, then the keyring, which may have to be
    unlocked by a person."""
    settings, provider = services.settings, account_of(provider)
    chosen = settings.providers.get(provider)
    if chosen and chosen.key:
        return KeyFound(settings.origin(f"providers.{provider}.key").variable or FILE, chosen.key)
    if is_own_server(provider) and not (chosen and chosen.keyring):
        return KeyFound()  # few servers want one, so nobody is asked to unlock a keyring for them
    keyring = system_keyring()
    if not keyring.name:
        return KeyFound(trouble=keyring.trouble)
    try:
        kept = read_key(provider)
    except KeyringUnavailable as error:
        return KeyFound(trouble=str(error))
    return KeyFound(KEYRING, SecretStr(kept)) if kept else KeyFound()


def checked_key(provider: str, text: str, *, at_vendor: bool) -> SecretStr:
    """A key as it was pasted, without what came along around it. Raises BadKey, before anything is
    sent.

    `at_vendor`: the address is the vendor's own, where no other vendor's key can be right, and none
    that is short.
    """
    key = _ASSIGNED.sub("", text.strip()).strip().strip("\"'")
    if not key:
        raise BadKey(f"The key for {label_of(provider)} is empty.")
    if one_line(key) != key or " " in key:
        raise BadKey(
            "There is a space or a line break in the key. Paste it as one piece; nothing was sent."
        )
    if not (key.isascii() and key.isprintable()):
        raise BadKey("The key holds characters that no key has. Copy it again; nothing was sent.")
    if at_vendor and len(key) < _SHORTEST:
        raise BadKey("The key is too short to be one. Copy it whole; nothing was sent.")
    owner = next((vendor for sign, vendor in _OWNERS.items() if key.startswith(sign)), provider)
    if at_vendor and owner != provider:
        raise BadKey(
            f"This is a key of {label_of(owner)}, not of {label_of(provider)}. Nothing was sent."
        )
    return SecretStr(key)


def forget_keys(services: Services) -> tuple[str, ...]:
    """Takes all keys of ours out of the keyring. Returns whose they were. Raises
    KeyringUnavailable, BadSettings."""
    if not keyring_name():
        return ()
    providers = services.settings.providers
    gone = tuple(name for name in dict.fromkeys((*LABELS, *providers)) if forget_key(name))
    flags = (f"providers.{name}.keyring" for name, chosen in providers.items() if chosen.keyring)
    change_settings(services, [SettingsChange(name=flag) for flag in flags])
    return gone
