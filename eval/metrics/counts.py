"""What a report holds, counted without a judge. Source: what experts who compared reports with ours
asked for first: coverage and concreteness (papers and measured figures); by hand.

None is a measure of quality: more papers, figures or words are no better if they are wrong or
beside the question.
"""

import re

from eval.domain.blind import ReportCounts
from eval.domain.report import ScholarCitation, ScholarReport
from eval.judges.local.figures import measured_figures
from eval.judges.local.prose import list_cited
from eval.judges.sentences import sentences_of
from myscholar.domain.text import fold

_PAGES = re.compile(r" pages [\d-]+$")
"""Of a paper, in markers that name them."""


def count(report: ScholarReport) -> ReportCounts:
    """Of the prose and the rows of tables, as `prose` reads them: without headings, TL;DR lines,
    lists of references and markers.

    Papers are those that a marker in the text refers to, each once (by its id in Semantic Scholar,
    else its title, else its marker); what is only listed does not count. Measured figures count in
    sentences with a citation of their own, each time they are said. Words are parted by blanks.
    Each count is from 0 on.
    """
    cited = list_cited(report)
    sentences = [s for of_section in sentences_of(report) for s in of_section]
    own = [s for s in sentences if s.cited]
    papers = {paper_of(cited[marker]) for s in own for marker in s.cited}
    return ReportCounts(
        n_papers=len(papers),
        n_figures=sum(len(measured_figures(s.plain)) for s in own),
        n_words=sum(len(s.plain.split()) for s in sentences),
        n_sentences=len(sentences),
        n_cited=len(own),
    )


def paper_of(citation: ScholarCitation) -> str:
    """What tells a cited paper from others."""
    known = citation.corpus_id or fold(citation.title or "")
    return known or _PAGES.sub("", citation.id)
