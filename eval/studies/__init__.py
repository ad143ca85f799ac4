"""Whole measurements, from what is measured to its figures.

selection     which instances: balanced over expertise, seeded
lines         nouns in a file, appended as they are finished
run_folder    what a run has finished, kept so that it can go on
listed        what a text cites without listing it, listed
at_once       much work, some of it at once
unscored      why a judge could not say, and what follows from it
versions      what a figure depends on besides its inputs
myscholarqa   a system answers, a judge judges, figures with intervals come out (MySQA §3)
ablations     tables 6-8: where actions are shown, which model, how many actions
agreement     do judges prefer what people prefer?
blind         reports side by side, names hidden
satisfaction  will the user be satisfied? (MySQA §4.3)
steering      how often a research tree asks, and what it is worth (STEER §3.3, F.2)
"""
