"""How much of what somebody wants is found by asking before research, by which question is asked.
Source: IntentRL §3.4, §4.4, figure 3.

cases       questions with what experts wanted to read, and a researcher whose profile is known
dialogues   twelve turns by one asker with one simulated user, and what they brought
figures     intents found by turn, on the half that settings were chosen on and on the other
run         all of it, kept as it goes
conclusion  what the figures say
"""
