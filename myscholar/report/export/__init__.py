"""A finished report as a file.

In:  a Report (domain). Out: text in the format that the file's ending asks for.
markdown  readable anywhere; highlights as <mark>, quotes under each reference
html      one file, no request to anywhere: click an action to step through its spans, hover a
          citation for the quote
bibtex    the references
json      the domain model itself (schema in docs/json.md)
All text from papers and users is escaped for its format.
"""
