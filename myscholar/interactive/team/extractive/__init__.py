"""The agents of a team without a model: by what the papers found speak of."""
