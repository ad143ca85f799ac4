"""What figures say and how sure they are. Pure functions; chance is seeded, and the order of the
input changes nothing.

bootstrap       means and any other statistic with intervals, resampled by question; two systems on
                the same questions
binomial        is an accuracy above a baseline? exact
correlation     Pearson, Spearman, Kendall, with and without intervals
pairwise        a judge's choices between two reports against people's, with ties
kappa           agreement of two judges
classification  precision, recall, F1 with Wilson intervals
"""
