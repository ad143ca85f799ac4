"""With a language model: the same steps, each checked against what it was given."""
