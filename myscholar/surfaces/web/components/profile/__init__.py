"""A profile: chosen, edited, and what was learned."""
