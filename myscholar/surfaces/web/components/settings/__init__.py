"""A model is set up, and settings are kept."""
