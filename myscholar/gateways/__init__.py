"""The doors to the outside: models, Semantic Scholar, embedders, storage. The outside's errors are
translated here, once.

`pacing` has what every door needs: retries, spacing, answers kept as files. `system_keyring` reads
keys.
"""
