"""A profile by statistics and text mining: deterministic, no model, no network."""
