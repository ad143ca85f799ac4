"""Without a model: cue phrases show what is worth researching, templates put it to use."""
