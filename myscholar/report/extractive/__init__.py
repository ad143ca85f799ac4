"""The evidence digest: short quotes, papers gathered by what they do and find; no model."""
