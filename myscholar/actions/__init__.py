"""A question and a profile in, actions out: what the report could do for this reader.

extractive    propose_actions: eight generic and eight personalized actions by rules and text mining; no model, no network
generic       what suits the question alone          personalized   what suits this reader, each from an inference
reader        how near each inference is to the question, and which of its topics the reader knows
facets        sides of the topic that quick look-up results show
interpret     free words -> Directive; users' own and edited actions
checks        the error types of Table 9 for actions   merge   no near-duplicates   past   what was picked before

Source: MySQA §2.2, D.3-D.5, §5 Lesson 1.
"""
