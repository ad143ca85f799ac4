"""Settings, and the language model that is set up there."""
