"""The door to language models: a prompt and typed inputs go in, a checked value comes out.

`prompts` reads `prompts/` and renders it; `llm` is the protocol that the rooms know; `gateway`
answers it over pydantic-ai, `scripted` from a script, for tests and demonstrations. Inside the
gateway: `sender` gets one whole answer (`cache` first, then patiently within
`limits` and `budget`), `wire` sends one request and `translate` names its errors. `recorded` stands
in for the sender where a recording plays. `choices` is what a user may set, `config` what comes of
it.
"""
