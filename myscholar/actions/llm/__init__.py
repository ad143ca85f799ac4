"""Actions proposed by language models: a question and a profile in, an ActionList out.

propose    propose_actions: one list for reader and anyone, half of the stages by each of two models
           at once; checked, defaults on, what is left out kept with why
showing    what the prompts are shown    replies    what models answer    rules    what is wrong
           with an answer, in sentences for its model
reading    proposals -> candidates with directives that their words bear out    starting    what
           is on from the start

Source: MySQA §2.2, D.3-D.5, §5 Lesson 1, Table 9.
"""
