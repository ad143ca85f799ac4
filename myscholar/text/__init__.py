"""Pure functions over text: text in, spans, stems, phrases, vectors or groups out. No I/O.

sentences    offsets of sentences;  notation  formulas and code, as such
terms        tokens, stems, stop words, runs of content words
noun_phrases those that the grammar around them shows to be nouns
labels       which phrases can name a topic, and how they read inside a sentence
acronyms     short forms that a text explains
background   how common a phrase or a style is in a large background corpus; the table is handed in
safeguards   what may be said of a person to nobody
own_words    what a person's own statement affirms and names
question     what a question asks: topics, what it leaves out, kind, comparisons, doubts
wishes       what an action's words ask for besides its verb
years        limits that words name;  toml  what a person has written as such
similarity   TF-IDF vectors, cosine;  same_paper  whether two records with one id are one
"""
