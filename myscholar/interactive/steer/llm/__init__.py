"""A research tree by a language model: what it says was learned stands on words that are in the
papers; what it does not mark is marked by rule."""
