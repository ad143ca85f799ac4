"""The product's flags as detectors of what users complain of: precision and recall on real
judgments, and hand-made cases for the rest.

detection    what a detector says of one judged thing
actions      NARROW: the flags of `myscholar.actions.checks`, and a score
executions   UNINFORM: the flag of `myscholar.report.fulfilment`, and a score
figures      precision, recall, area under the curve, and thresholds chosen without the user that
             they are tried on
kept         false alarms on statements that users kept and that nobody was asked about
cases        the types without judgments: sentences of our own (`cases.toml`), with what each ought
             to raise
run          all of it

Source: MySQA Tables 4 and 9.
"""
