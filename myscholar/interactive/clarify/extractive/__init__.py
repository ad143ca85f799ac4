"""Without a model: what the papers found differ in is what is asked."""
