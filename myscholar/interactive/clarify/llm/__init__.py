"""With a language model: it thinks of the next question and writes the summary, and is checked."""
