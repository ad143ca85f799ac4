"""Days and times of day as people read them."""

from datetime import UTC, timedelta, timezone

from myscholar.views.times import day, moment


def test_times_are_said_in_one_style_in_the_reader_s_zone() -> None:
    at = "2026-11-21T23:29:05Z"
    assert (day(at, UTC), moment(at, UTC)) == ("21 Nov 2026", "21 Nov 2026, 23:29")
    east = timezone(timedelta(hours=2))
    assert (day(at, east), moment(at, east)) == ("22 Nov 2026", "22 Nov 2026, 01:29")
    assert (day("some day"), moment("")) == ("some day", "")
