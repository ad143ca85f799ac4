"""How work survives: steps done once, progress that other processes can read, cancel, resume,
questions waiting for a person.

A *story* (in `workflows`) takes a `Run` and plain JSON inputs, wraps each piece of work in a step,
and returns plain JSON. The Runner
carries stories out; those of a server over DBOS, which begins them again when it comes back.

run         what a story may do with its run
runner      start, resume, cancel, wait; who carries out what
control     cancel and delete, by any process
stored_run  a run whose steps are kept under their names;  run_writer  what it tells, a few
            writes a second
carried     a run while this process carries it out
durable     DBOS;  loop  the thread that all runs of a process are carried out on
"""
