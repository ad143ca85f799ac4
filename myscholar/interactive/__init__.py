"""A person and the tool together: who is asked (`users`), and when and what (`clarify` before
research). Sources: IntentRL §3, IDRBench §3.1, STEER §2."""
