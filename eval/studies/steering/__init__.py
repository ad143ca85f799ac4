"""Whether it helps to steer a research, how often it asks as interruptions cost more, and what the
answers are worth. Source: STEER §3, appendices E, F, L and M.

pairs       questions with personas that the corpus can answer, made of what experts wanted to read
personas    the same with personas that a model writes
systems     ours, unsteered, and without a part
order       what is to be researched
choosing    its pairs, kept as they are made
trees       one research, its report and what came of both
figures     pauses and alignment by the cost of a pause, and which confidence to choose
run         all of it, kept as it goes
conclusion  what the figures say
"""
