"""How often a research tree asks, and what the answers are worth, as interruptions cost more.
Source: STEER §3.3, appendices F.2 and F.3.

pairs       questions with personas that the corpus can answer, made of what experts wanted to read
trees       one tree, its report and what came of both
figures     pauses and alignment by the cost of a pause, and which confidence to choose
run         all of it, kept as it goes
conclusion  what the figures say
"""
