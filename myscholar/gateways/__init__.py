"""The doors to the outside: models, Semantic Scholar, embedders, storage. The outside's errors are
translated here, once."""
