"""Measures the product: speed, cost and quality. `python -m eval bench` runs every benchmark that
the machine can run."""
