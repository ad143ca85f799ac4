"""How work survives: steps done once, progress that other processes can read, cancel, resume, questions waiting for a person.

A *story* (in `workflows`) takes a `Run` and plain JSON inputs, wraps each piece of work in a step, and returns plain JSON. The durable
runner carries stories out over DBOS; `DirectRun` carries one out in place, for scripts that need no record.
"""
