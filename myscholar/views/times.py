"""Days, times of day and how long something took, as people read them, in one style everywhere."""

from datetime import datetime, tzinfo


def day(at: str, zone: tzinfo | None = None) -> str:
    """ "21 Nov 2026" of an ISO 8601 time, in the zone, by default this machine's; what is no time
    stays as it is."""
    when = _local(at, zone)
    return f"{when.day} {when:%b %Y}" if when else at


def moment(at: str, zone: tzinfo | None = None) -> str:
    """ "21 Nov 2026, 18:29"."""
    when = _local(at, zone)
    return f"{when.day} {when:%b %Y, %H:%M}" if when else at


def took(seconds: float) -> str:
    """As a clock would be read: `under 1 s`, `42 s`, `3 min 20 s`, `2 h 5 min`."""
    if seconds < 1:
        return "under 1 s"
    minutes, rest = divmod(round(seconds), 60)
    if minutes >= 60:
        return f"{minutes // 60} h {minutes % 60} min"
    parts = (f"{minutes} min" if minutes else "", f"{rest} s" if rest else "")
    return " ".join(part for part in parts if part)


def _local(at: str, zone: tzinfo | None) -> datetime | None:
    try:
        return datetime.fromisoformat(at).astimezone(zone)
    except (ValueError, OverflowError):
        return None
