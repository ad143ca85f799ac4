"""What can be typed after `python -m eval`, one file a command; imports that take time are made
when a command runs.

options   what several commands take
opened    names and folders as typed -> instances, systems, rubrics, judges
progress  named steps with counts, an estimate and the cost so far
running   one run in one folder
"""
