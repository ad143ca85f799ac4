"""Runs: followed, listed, played; what to do meanwhile."""
