"""A profile: chosen, shown, edited; how it changed; what was learned."""
