"""A question and a profile in, actions out: what the report could do for this reader.
 extractive    propose_actions: eight generic and eight personalized actions by what the papers
found share; no model, no network literature    hits -> the noun phrases that two papers use, sides
of the topic, contrasts, what sentences could support subject       the question beside its
literature    reader   the profile beside both generic, personalized    candidates    candidates
the choice among them llm           propose_actions by language models: the same list, by two
prompts interpret     free words -> Directive (filters: years, venues, citations); users' own,
edited and emphasized actions checks        the error types of Table 9    executable  what no report
can do    conflicts   doubles and contradictions merge         lists made one    past   earlier
picks

Source: MySQA §2.2, D.3-D.5, §5 Lesson 1.
"""
