"""Who is asked: `user_of` makes of a `UserSpec` a `User` that replies to typed questions.

`live` waits for a person; `scripted` says what was written down before; the simulated ones reply
from a persona (STEER appendix N), from intents (IntentRL §3.4, A.3) or from a text that they want
to see written (IDRBench §3.1.2), each with a language model or, by likeness of words, without.
"""
