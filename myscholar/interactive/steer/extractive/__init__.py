"""A research tree without a model: directions are noun phrases that the papers of a node share,
learnings are their own sentences."""
