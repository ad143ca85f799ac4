"""What a person can start, one file each; each reads as the steps of the paper in order.

add_papers       files, folders, Semantic Scholar ids -> the local library
infer_profile    papers -> profile                                   (MySQA §2.1)
build_corpus     files -> a searchable corpus; search in it
propose_actions  question, profile -> actions                        (MySQA §2.2)
write_report     question, actions, sources -> report                (MySQA §2.3)
demo             all of it on the bundled sample
sources          source names -> opened sources
services         wires everything from Settings, once
my_scholar       the same as a Python class, sync and async
"""
