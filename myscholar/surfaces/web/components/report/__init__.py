"""A report, also while it is written; its bar, changes, follow-ups and link."""
