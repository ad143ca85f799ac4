"""What a person can start; each job reads as the steps of the paper in order.

library/    files, folders, Semantic Scholar ids -> the local library; corpora; sources
profile/    papers -> profile                                   (MySQA §2.1)
actions/    question, profile -> actions                        (MySQA §2.2)
report/     question, actions, sources -> report                (MySQA §2.3)
ask/        a question from its first word to its report
runs/       estimates and budgets of runs; runs deleted, recorded, played
models/     settings, and language models with their keys
services    wires everything from Settings, once
jobs        the one door: an order is started and waited for; job  what a run of one kind is
engines     who does the steps that take judgement
background  how common phrases are elsewhere;  preload  what a first order needs, ahead
files       profiles, actions, reports as files;  names  of libraries and corpora
my_scholar  the same as a Python class, sync and async
demo        all of it on the bundled sample
"""
