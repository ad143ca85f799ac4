"""A judge without a model: words weighed by how rare they are, numbers, names and structure.

It says what can be seen in texts and no more; where that is too little it leaves the item unscored.
Its figures are named `local`.

words        how much of one text another bears, and whether a text can be compared by its words at
             all
markers      which citations stand where in a section, in every style that systems use
asked        what an action asks for, in its own words
lexicon      the patterns and lists of `words.toml`, each explained and tried on examples
prose        a section's sentences, with what each cites and shares
claims       which sentences of a report need support
one file for each question of the judge's protocol, with how well it did on labelled cases
judge        all of them as one `Judge`
"""
