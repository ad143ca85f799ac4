"""How much of what somebody wants is found by asking before research, and data to learn it from.
Source: IntentRL §3.3, §3.4, §4, appendices A, C, D, E.

data        the folder of a data set: its files, how questions are parted, what a set consists of
building    questions with rubrics -> queries, graphs, dialogues and turns, kept as they are made
"""
