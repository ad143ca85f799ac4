"""A question and a profile in, actions out: what the report could do for this reader.

extractive    propose_actions: eight generic and eight personalized actions by rules and text mining; no model, no network
asked         the question as wordings need it    reader   the profile beside the question    facets   what look-up results show
generic_search, generic_report, personalized, coverage, wild_cards    candidates    candidates    the choice among them
llm           propose_actions by language models: the same list, by two prompts
interpret     free words -> Directive (filters: years, venues, citations); users' own, edited and emphasized actions
checks        the error types of Table 9    executable  what no report can do    doable  what look-up results show to be doable    conflicts   doubles and contradictions
merge         lists made one    past   earlier picks

Source: MySQA §2.2, D.3-D.5, §5 Lesson 1.
"""
