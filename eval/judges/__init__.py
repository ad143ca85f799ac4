"""Who says whether an item is good.

judge   the protocol: one method for each question that the metrics ask
model   a language model through the product's gateway, with the prompts of `prompts/eval/`
local   no model: words, numbers, structure and vectors; its figures are named `local` wherever they stand
"""
