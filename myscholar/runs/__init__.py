"""How work survives: steps done once, progress that other processes can read, cancel, resume,
questions waiting for a person, workers that go on with what a dead one has left.

A *story* (in `workflows`) takes a `Run` and plain JSON inputs, wraps each piece of work in a step,
and returns plain JSON. A Runner carries stories out: those that its own process has ordered, and
those that its process, as a worker, takes from the line.

run         what a story may do with its run
control     order, cancel, delete, wait, by any process
runner      carries out; worker  what stands in line
queue       how a worker comes by runs: from the line itself, on one machine;
            postgres_queue  by Procrastinate, on PostgreSQL
stored_run  a run whose steps are kept under their names;  run_writer  what it tells, a few
            writes a second
carried     a run while this process carries it out;  loop  the thread on which it does
"""
