"""A benchmark of research tasks, made and measured. Source: Arena.

ranking     tasks ranked by comparisons of pairs, kept as they are made
stability   how much of a ranking is the draw of the comparisons
elo         how many rounds a ranking needs, with judges of known accuracy
leakage     whether a model knows the tasks by heart
planted     the same of a double that does, and of one that does not
payments    what a model was paid
"""
