"""What the judgments of one output come to, and what all outputs come to. Source: MySQA §3.2,
tables 1-3.

ask         an output and a judge -> every metric that can be measured, each question asked once
profile     judgments of inferences -> category accuracy, inference accuracy, citation relevance,
            specificity, counts
actions     judgments of actions -> win rate, coherence, uniqueness
report      judgments of a report -> answer coverage and precision, citation precision and recall,
            action adherence
items       judgments -> named, weighted items
rows        what was measured on all instances -> figures with intervals, and the comparison of two
            systems
two_judges  what two judges measured of the same outputs -> how far they agree

A metric is first the mean over what one output holds, then the mean over instances, whose interval
is resampled by question. MySQA's release pools the inferences and actions of all users instead;
there a user with a long profile counts for more.
"""
