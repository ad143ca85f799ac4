"""What any surface shows of what workflows return: plain values, worded; nothing is started here.

report_view, live_view, outcome_view   a report, one that is being written, what became of actions
html, markdown, bibtex, report_file    the same report as a file
notes                                  a profile and actions as HTML
browser/                               how a report is read in a browser: script, looks, page
profile_view, profile_history          a profile, and how it was edited
action_view, asking_view               proposed actions, and the page on which they are chosen
doubt_view                             what is doubtful in either
settings_view                          what is set, where it comes from, what is missing
interaction_view, involving_view         how a person takes part in a report, and how they may
run_watch, run_steps, run_list         a run as it goes on, and all of them
section_text, references, formulas     pieces of a report;  times  days and times of day in words
"""

from pathlib import Path

SHARED = Path(__file__).parent / "browser"
"""What the app and an exported report have in common."""
