"""What a reader sees of an evaluation: one document, on a terminal and as one HTML file.

document   the nouns: parts of text, points, definitions, tables, charts; all of it text and numbers
terminal   a document by rich: tables as wide as the screen, what was found first and last
html       a document as one file: no request leaves it, and everything in it is escaped
charts     a chart by matplotlib, in the page's colours
results, agreement, detectors, satisfaction, dataset   what each evaluation found -> its document

What is shown may be anybody's: names are text, numbers that can't be drawn are said in words.
"""
