"""The profile by a language model: five calls over one shared prefix, every support traced to a
sentence.

infer       infer_profile: papers -> Profile
material    papers as numbered paragraphs; choice: which ones when there are too many; counts: what
            is unusual about them
replies     what the model answers
grounding   reply -> inferences with evidence, and what is wrong with it; alignment: a quote to its
            place in a paragraph
doubts      what a model doubts of its own inferences
scope       a subject that fits the papers that show it

Source: MySQA §2.1, D.1, D.2; wording in `prompts/profile/inferences.md`.
"""
