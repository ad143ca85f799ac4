"""Who says whether an item is good.

judge   the protocol: one method for each question that the metrics ask
model   a language model through the product's gateway, with the prompts of `prompts/eval/`
local   no model: words, numbers, structure and vectors; its figures are named `local` wherever they
        stand
names   a judge, or the model behind one, by its name

Of the model's: `asking` makes judgments of its answers, `replies` are their forms, `shown` and
`fitting` what its prompts print, `support` and `sentences` the check of citations, `turns` the
order in which many questions are sent, `satisfaction` the prediction of what users say.
"""
