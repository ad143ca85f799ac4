"""Runs as surfaces start, follow, list and delete them; estimates; recordings of them."""
