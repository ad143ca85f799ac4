"""What a digest opens with: what the question's terms are, surveys to start from, and what the
papers found before they began."""

from collections.abc import Sequence, Set

from myscholar.report.extractive.doing import Doing, doing, first_of_each, n_papers
from myscholar.report.extractive.quotes import CandidateSentence
from myscholar.report.framing import Joint
from myscholar.report.quality import defined_term, explains, names_term
from myscholar.text.background import Background
from myscholar.text.lexicons import word_set
from myscholar.text.terms import content_stems, phrase_key

MOST = 4
"""Statements of an opening at most; by hand."""
RARE = 4.0
"""Least idf of a term that an opening explains: nobody asks what a human is. By hand."""
MOST_SETTINGS, SETTING, MANY = 2, 0.5, 20
"""Sentences on the state of things, the relevance that they need, and the papers from which on a
digest has room for them. By hand."""
_SURVEY = word_set("reports.survey")


def openings(
    statements: Sequence[CandidateSentence], question: str, background: Background
) -> tuple[CandidateSentence, ...]:
    """Sentences that say what the question's terms are, one a term and the rarest term first;
    papers that survey them; and where there is room, the nearest sentences that neither propose nor
    report anything. A paper once."""
    asked = frozenset(content_stems(question))

    def worth(stems: Set[str]) -> float:
        return sum(background.idf(s) for s in stems & asked)

    defining: dict[str, CandidateSentence] = {}
    surveys: dict[str, CandidateSentence] = {}
    for s in sorted(statements, key=lambda s: -s.merit):
        term, title = phrase_key(defined_term(s.text)), frozenset(content_stems(s.paper.title))
        if (
            names_term(question, term)
            and background.idf(term) >= RARE
            and s.is_verbatim
            and explains(s.text)
        ):
            defining.setdefault(term, s)
        elif title & _SURVEY - asked and worth(title) >= 0.5 * worth(asked):
            surveys.setdefault(s.paper.paper_id, s)
    ranked = sorted(defining, key=lambda term: (-worth(set(term.split())), term))
    terms = [t for t in ranked[:2] if worth(set(t.split())) >= 0.7 * worth(set(ranked[0].split()))]
    best = first_of_each(
        [*(defining[t] for t in terms), *sorted(surveys.values(), key=lambda s: -s.nearness)]
    )
    near = [
        s
        for s in statements
        if s.relevance >= SETTING and doing(s) is Doing.SAYS and s.framing.joint is Joint.SENTENCE
    ]
    settings = first_of_each([*best, *sorted(near, key=lambda s: -s.relevance)])[len(best) :]
    return (*best, *(settings[:MOST_SETTINGS] if n_papers(statements) >= MANY else ()))[:MOST]


def is_survey(statement: CandidateSentence) -> bool:
    """Whether its paper's title calls it a survey."""
    return bool(_SURVEY & set(content_stems(statement.paper.title)))
