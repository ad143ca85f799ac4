"""What an asker learns from, and how it learns. Source: IntentRL §3.3-§3.5, appendices A, D, E.

`examples` are the nouns; `rewards` say what a question is worth (equations 6-10).
"""
