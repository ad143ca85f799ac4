"""How good a report is. Source: MySQA §3.2, Table 3; ScholarQA-CS2 (Bragg et al. 2026), whose
formulas are those of its evaluation code.

ScholarQA-CS2 scores each report by itself and then takes the mean over reports; so do we. Its
overall score, the plain mean of the first four metrics, is not among MySQA's and not among ours. An
answer without any text scores 0 on each metric there, and here.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import count

from eval.domain.judgment import NONE_LISTED, ClaimJudgment, Judgment, Scored, Unscored
from eval.domain.metric import Metric
from eval.domain.report import HEADING_CHARS, ScholarReport
from eval.domain.results import Item, Measured
from eval.domain.rubric import Rubric
from eval.metrics.items import alike, number_items

_GAP = re.compile(r"\n\s*\n")
_MARKUP_ONLY = re.compile(rf"#{{1,6}}\s[^\n]{{0,{HEADING_CHARS}}}|[-*_]{{3,}}|")


def paragraphs(report: ScholarReport) -> tuple[str, ...]:
    """The report's paragraphs in order: what blank lines part in the sections' texts, without the
    sections' titles.

    Unlike ScholarQA-CS2, a paragraph that is a heading or a rule and nothing else does not count:
    it answers nothing and is never irrelevant, and some systems write one for every five
    paragraphs. A line that begins like a heading and goes on with text does count.
    """
    parts = (p.strip() for s in report.sections for p in _GAP.split(s.text.strip()))
    return tuple(p for p in parts if not _MARKUP_ONLY.fullmatch(p))


def with_words_shown(report: ScholarReport) -> ScholarReport:
    """The report without snippets that only repeat the title of their citation: these show no more
    than a title does.

    As in ScholarQA-CS2, letters alone are compared. Beyond it, a snippet that goes on after the
    title stays (there a title within a snippet voids all of the citation's snippets), and so does
    one that stands word for word in the section that cites it: some systems copy their own
    sentences into snippets, but a report that quotes what it cites does the same rightly, and from
    the text alone the two can't be told apart. By ScholarQA-CS2's rule the citations of an
    extractive report would all count half.
    """
    sections = []
    for section in report.sections:
        citations = []
        for c in section.citations:
            title = _letters(c.title or "")
            snippets = tuple(s for s in c.snippets if not title or _letters(s) != title)
            citations.append(c.model_copy(update={"snippets": snippets}))
        sections.append(section.model_copy(update={"citations": tuple(citations)}))
    return report.model_copy(update={"sections": tuple(sections)})


def _letters(text: str) -> str:
    return "".join(c for c in text.lower() if c.isalpha())


def answer_coverage(judged: Sequence[tuple[Rubric, Sequence[Judgment]]]) -> Measured:
    """How much of what experts ask for is in the report ("ingredient recall"), in [0, 1]; of each
    rubric one judgment a criterion.

    Within a rubric criteria count by weight, divided by the sum of the weights. The rubrics are
    those of ScholarQA-CS (Asai et al. 2024), not of ScholarQA-CS2, whose figures are therefore
    others: its criteria sum to 0.6, a most important one weighing twice a nice one, and the other
    0.4 is for length, expertise, citations and excerpts, which this metric does not count. A
    criterion of weight 0 does not count. Two annotators' rubrics of one question count half each,
    whatever their number of criteria; the benchmark has them as two questions instead. Raises
    ValueError where judgments and criteria differ in number.
    """
    return Measured(
        metric=Metric.ANSWER_COVERAGE,
        items=alike(
            [
                Item(name=f"annotator {rubric.annotator}, {c.name}", judgment=j, weight=c.weight)
                for c, j in zip(rubric.criteria, judgments, strict=True)
            ]
            for rubric, judgments in judged
        ),
    )


def answer_precision(judgments: Sequence[Judgment]) -> Measured:
    """Share of the report's paragraphs that help to answer the query, in [0, 1]; one judgment for
    each of `paragraphs`. None: 0."""
    return Measured(
        metric=Metric.ANSWER_PRECISION,
        items=number_items("paragraph", judgments) or _nothing("the report has no paragraph"),
    )


def citation_precision(claims: Sequence[ClaimJudgment]) -> Measured:
    """How far a claim's citations bear it out, in [0, 1]: the mean over its citations, then the
    mean over the claims that cite.

    1 for a citation that supports its claim, 0.5 for one that does by its title only, 0 for one
    that does not. Claims without citations do not count here but in recall, also where they share
    those of the next sentence: nobody put these there. As in ScholarQA-CS2, a claim with one
    citation thus weighs as much as one with five, and a report that cites nothing has precision 0,
    lest silence win; one that has markers and has lost the list of what they stand for is unscored.
    """
    groups = [_citations(n, claim) for n, claim in _number(claims)]
    return Measured(
        metric=Metric.CITATION_PRECISION,
        items=alike(groups) or _find_unlisted(claims) or _nothing("no claim cites anything"),
    )


def citation_recall(claims: Sequence[ClaimJudgment]) -> Measured:
    """Share of claims that their citations wholly support, in [0, 1]. A report that claims nothing:
    0, as in ScholarQA-CS2.

    1 for a claim wholly supported, 0.5 for one supported by titles only, 0 for any other: as in
    ScholarQA-CS2, support of a part is none. (A judge's 0.5 may mean either; it is by titles where
    some citation's support is 0.5 or unknown, and none is 1.) Which sentences are claims is the
    judge's to say; sentences that introduce are none. A claim without markers is judged by what the
    next sentence with markers of its paragraph cites, if there is one: ScholarQA-CS2 has its judge
    assume that neighbours share citations. A report that has lost its list of citations is unscored
    as a whole: its claims without markers, all 0, would speak for the rest.
    """
    items = _find_unlisted(claims) or tuple(
        Item(name=_name(n, c), judgment=_wholly(c)) for n, c in _number(claims)
    )
    return Measured(
        metric=Metric.CITATION_RECALL, items=items or _nothing("the report claims nothing")
    )


def action_adherence(judgments: Sequence[Judgment]) -> Measured:
    """Share of the chosen actions that the report follows at any point, in [0, 1]; one judgment a
    chosen action. Source: MySQA §3.2, D.12."""
    return Measured(metric=Metric.ACTION_ADHERENCE, items=number_items("action", judgments))


def _number(claims: Sequence[ClaimJudgment]) -> list[tuple[int, ClaimJudgment]]:
    """Each with its number within its section."""
    numbers = defaultdict[int, Iterator[int]](lambda: count(1))
    return [(next(numbers[claim.section]), claim) for claim in claims]


def _name(number: int, claim: ClaimJudgment) -> str:
    return f"section {claim.section + 1}, claim {number}"


def _citations(number: int, claim: ClaimJudgment) -> list[Item]:
    cited = zip(claim.cited, claim.supports, strict=True) if claim.cited else ()
    return [Item(name=f"{_name(number, claim)}, {m}", judgment=j) for m, j in cited]


def _wholly(claim: ClaimJudgment) -> Judgment:
    if isinstance(claim.supported, Unscored) or claim.supported.score in (0, 1):
        return claim.supported
    by_words = any(isinstance(j, Scored) and j.score > 0.5 for j in claim.supports)
    by_titles = any(isinstance(j, Unscored) or j.score == 0.5 for j in claim.supports)
    return Scored(score=0.5 if by_titles and not by_words else 0, reason=claim.supported.reason)


def _find_unlisted(claims: Sequence[ClaimJudgment]) -> tuple[Item, ...]:
    """One unscored item where no citation is known and some marker is unexplained."""
    lost = not any(c.cited for c in claims) and any(c.supported == NONE_LISTED for c in claims)
    return (Item(name="report", judgment=NONE_LISTED),) if lost else ()


def _nothing(why: str) -> tuple[Item, ...]:
    return (Item(name="report", judgment=Scored(score=0, reason=why)),)
