"""What a model takes of sampling and reasoning, and how many tokens its thoughts need, by the
profiles of pydantic-ai."""

from collections.abc import Mapping
from typing import Any

from myscholar.gateways.llm.config import Structured, Thinking

_ROOM = {"minimal": 2_000, "low": 4_000, "medium": 11_000, "high": 18_000}
"""More than what pydantic-ai lets Anthropic's models think at each effort, since an output limit
must lie above it."""
_USUAL = 8_000


def thinks(profile: Mapping[str, Any], thinking: Thinking | None) -> bool:
    """Whether a request with this setting will think before it answers. A model that may do so
    unasked counts as thinking."""
    if not profile.get("supports_thinking", False):
        return False
    if profile.get("thinking_always_enabled", False):
        return True
    if thinking is None:
        return bool(profile.get("thinking_enabled_by_default", False)) or _is_google(profile)
    return thinking is not False


def thinking_room(profile: Mapping[str, Any], thinking: Thinking | None) -> int:
    """Tokens to allow on top of the answer's own: vendors count thoughts as output."""
    if not thinks(profile, thinking):
        return 0
    return _ROOM[thinking] if isinstance(thinking, str) else _ROOM["medium"] if thinking else _USUAL


def takes_temperature(profile: Mapping[str, Any], thinking: Thinking | None) -> bool:
    """Models that think, and the newest of Anthropic's, refuse sampling settings; Google's take
    them."""
    if _is_google(profile):
        return True
    refused = profile.get("anthropic_disallows_sampling_settings", False)
    return not (refused or thinks(profile, thinking))


def structured_by(profile: Mapping[str, Any], wanted: Structured) -> Structured:
    """A model that can't be made to call a tool is asked by its JSON mode, if it has one."""
    forced = profile.get("supports_forced_tool_choice", True)
    native = profile.get("supports_json_schema_output", False)
    return "native" if wanted == "auto" and not forced and native else wanted


def _is_google(profile: Mapping[str, Any]) -> bool:
    """Its models that can think do so unless told not to, which their profiles leave open."""
    return "google_supports_thinking_level" in profile
