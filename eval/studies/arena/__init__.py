"""How well reports do on research tasks, by what they cite and by checklists. Source: Arena §4.

reports      which reports of which systems are evaluated, on which questions
keypoints    what the cited sources say, and what each report makes of it (KAE)
checklists   a checklist for each task, and each report's grade by it (ACE)
people       whether a judge's figures go with experts' comparisons; else they are no scores
figures      means with intervals by system, and by discipline, family and phase
"""
