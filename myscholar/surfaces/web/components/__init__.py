"""Widgets. Most files have one `show`; what it draws comes in as values, what the person did goes
out as a value."""
