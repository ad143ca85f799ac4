"""The web app, in three pages.

in    what a person uploads, types and clicks        out   what the workflows answer, on a screen
pages/        one file a page: a component returns a value, the value goes to a workflow; no logic
components/   widgets, each with one `show` that draws it and returns what the person wants, if anything
session       what one browser session holds: profile with undo, actions, report
plain         text from papers and people as Streamlit shows it: letter by letter, never as markup
"""
