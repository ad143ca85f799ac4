"""What is measured: an instance in, an output out.

system  the protocol, and which errors end a whole run
names   `myscholar`, `myscholar:llm` or a file, opened
ours    this product, through its workflows: profile, actions, report, and a report without actions
pooled  the extractive engine in processes of its own
steps   the three workflows by either engine, with what they cost
sources the corpus that our reports are written from
files   reports, or whole outputs, of another system from a file

Source: MySQA §3.3, A.3.
"""
