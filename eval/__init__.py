"""Measures the product. `python -m eval bench` measures its speed."""
