"""Settings, and language models: set up, tried, their keys kept."""
