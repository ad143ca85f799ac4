"""The command line: a command a file's worth of screen, every value from a workflow.

main      entry point: runs a command, turns an error of the product into one line and a non-zero
          exit
commands  what can be typed;  runs_commands  after `myscholar runs`
options   the options that several commands share
screen    progress, tables and texts on a terminal;  runs_screen  runs on it
"""
