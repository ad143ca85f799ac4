"""What the evaluation reads and makes: files in, nouns out.

rows           JSONL, JSON and parquet files -> checked rows; one message names the row and the
               field that is wrong
questions      the questions that systems are asked
rubrics        what experts say a good answer must contain
scholarqa      reports in ScholarQA's form: read, write, and ours turned into it
interviews     real researchers and what they judged of inferences, actions and reports (MySQA §4);
               interview_files reads them
human_pairs    experts' comparisons of two reports
texts          a retrieval corpus, for embedders that learn words
users          simulated users, from a corpus of papers and their first authors (MySQA §3.1)
expertise      how near users are to questions, and the edges between low, medium and high
myscholarqa    the benchmark's dataset: built, written, read; its format
statistics     a dataset in figures, beside the paper's (MySQA Table 5)
"""
