"""The web app: profile, question, report, all runs, settings; and a shared report to read.

in    what a person uploads, types and clicks        out   what the workflows answer, on a screen
pages/        one file a page: a component returns a value, the value goes to a workflow; no logic
components/   widgets, most with one `show` that draws it and returns what the person wants, if
              anything; browser/ has those drawn there (`part` is their frame)
remedies      what to do about an error, as one can click it
navigation    the pages by file and address, and the ids in an address, under which a reload finds
              everything again
session       the services of the process, and what one browser session holds: profile with undo,
              changed actions
held          where that is kept, without a call of Streamlit in between
plain         text from papers and people as Streamlit shows it: letter by letter, never as markup
"""
