"""Reports on one question side by side, names hidden.

inputs   files and folders of ours and of others -> ScholarReports, tied by question; markdown
plain    one plain form for all: no name, notice, label or style tells whose report it is
pairs    which reports are set side by side, in an order drawn by seed
judging  a model as the reader, in both orders; sheets, forms: people and helpers as readers;
         people: what others said who compared the same reports
figures  opinions -> win rates, agreement of readers, means by system
"""
