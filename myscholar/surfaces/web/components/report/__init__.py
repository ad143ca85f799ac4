"""A report: read, changed, shared, exported."""
