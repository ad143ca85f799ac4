"""Ways to involve a person beyond choosing actions: questions before research, at its stages, and
where a tree of directions is worth an interruption. Sources: IntentRL, IDRBench §3.1, STEER §2."""
