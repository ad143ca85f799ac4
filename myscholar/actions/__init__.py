"""A question and a profile in, actions out: what the report could do for this reader.

extractive/   eight generic and eight personalized actions by what the papers found share; no
              model, no network
llm/          the same list by language models, half of the stages each
on_topic      which hits treat the question
literature    what these share: noun phrases that two papers use, sides of the topic, contrasts
candidates    the choice among what was thought of; where each verb belongs (`PLACE_OF`)
interpret     free words -> Directive (filters: years, venues, citations)
scope         what narrows;  wording  forms of an action's sentences
own           users' own, edited and emphasized actions
checks        what is doubtful: narrow, impossible, or undoing another
executable    what no report can do
conflicts     doubles and contradictions
past          earlier picks
habits        what of a profile actions may build on

Source: MySQA §2.2, D.3-D.5, §5 Lesson 1.
"""
