"""Without a language model: constraints are cut out of questions, criteria are grouped, and choices
are the sides that they name."""
