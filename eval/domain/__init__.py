"""The nouns of the evaluation: values that every other room of `eval` knows.

instance  a question and a synthetic user of known expertise for it: what a system is run on
output    what a system made of an instance: profile, actions, report
report    a report in ScholarQA's form of sections, citations and snippets, so that anybody's can be
          scored
rubric    what experts say a good answer must contain
judgment  what a judge says of one item: a score, or that it could not say
metric    the names, ranges and sources of all metrics
results   a benchmark's figures with their intervals, as they are stored and shown
agreement how far judges agree with people, likewise
words     numbers and names as a reader sees them
"""
