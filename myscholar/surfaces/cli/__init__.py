"""The command line: a command a file's worth of screen, every value from a workflow.

main        entry point: loads the command that was typed, turns an error of the product into one
            line and a non-zero exit
*_commands  what can be typed: options in, an order or a question to a workflow out, its result
            shown; so do actions_command and setup_command
remedies    what to do about an error, as one can type it
report_work what commands about reports do with an order
options     the options that several commands share;  completion  what the shell proposes for them
screen      progress and texts on a terminal;  *_screen  reports, profiles, actions and runs on it
"""
