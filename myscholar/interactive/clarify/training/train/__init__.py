"""How an asker learns: fine-tuned on what experts asked, then reinforced on their turns (stage I)
and on its own dialogues beside them (stage II). Source: IntentRL §3.5, appendix A.2.

settings   what a training is run with; presets as files
lessons    examples -> what a model is shown, and is to write
rollouts   dialogues of an asker with simulated users, side by side
stages     one after the other in a folder, each once
trainers   the one file that uses TRL
"""
