"""The agents of a team as a language model plays them; prompts in `prompts/team/`."""
