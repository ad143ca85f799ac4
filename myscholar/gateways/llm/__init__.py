"""The door to language models: a prompt and typed inputs go in, a checked value comes out.

`prompts` reads `prompts/` and renders it; `llm` is the protocol that the rooms know; `gateway` answers it over pydantic-ai with a
cache of answers, limits, prices and a budget; `scripted` answers it from a script, for tests and demonstrations.
"""
