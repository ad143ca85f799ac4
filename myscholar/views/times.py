"""Days and times of day as people read them, in one style everywhere."""

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


def _local(at: str, zone: tzinfo | None) -> datetime | None:
    try:
        return datetime.fromisoformat(at).astimezone(zone)
    except (ValueError, OverflowError):
        return None
