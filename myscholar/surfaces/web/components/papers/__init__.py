"""Papers are found, ticked, added and sent here."""
