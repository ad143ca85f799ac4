"""Measures the product. `python -m eval bench` runs what the machine can."""
