"""A research tree that a person steers. In: a question, what is known of the asker, and somebody
who can be asked. Out: the explored directions with what each found, and what was asked and why.
Source: STEER §2.

`tree` grows it; `growth` is what it is at a moment, `by_hand` what a person may change of it at any
time; `pausing` and `utility` decide when to ask, `diversity` what to offer; `mind` is
what each engine does at a node.
"""
