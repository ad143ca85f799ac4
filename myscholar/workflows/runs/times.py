"""Days and times of day in words, for surfaces."""

from myscholar.text.times import day, moment

__all__ = ["day", "moment"]
