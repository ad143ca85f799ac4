"""One sentence that says what a section shows: how many papers, from when, what they do, and on
what they agree and differ."""

from collections.abc import Iterable, Sequence

from myscholar.domain.text import counted, listed
from myscholar.report.extractive.directions import Direction
from myscholar.report.extractive.doing import Doing, by_paper, doing, n_papers
from myscholar.report.extractive.openings import is_survey
from myscholar.report.extractive.quotes import CandidateSentence
from myscholar.report.quality import defined_term

_COUNTS = {
    Doing.PROPOSES: ("proposes something", "propose something"),
    Doing.STUDIES: ("describes a study", "describe studies"),
    Doing.REPORTS: ("reports a result", "report results"),
    Doing.LIMITS: ("names a limit or an open question", "name limits or open questions"),
}


def opening_in_words(statements: Sequence[CandidateSentence]) -> str:
    defining = [s for s in statements if defined_term(s.text)]
    surveys = [s for s in statements if s not in defining and is_survey(s)]
    n_others, said = len(statements) - len(defining) - len(surveys), []
    if defining:
        papers = counted(n_papers(defining), "paper")
        said.append(f"{defined_term(defining[0].text)} in the words of {papers}")
    if surveys:
        said.append(counted(len(surveys), "survey"))
    if n_others:
        set_out = f"{'sets' if n_others == 1 else 'set'} out from"
        said.append(f"what {counted(n_others, 'paper')} {set_out}")
    return _sentence("; ".join(said))


def results_in_words(measures: Iterable[Sequence[CandidateSentence]]) -> str:
    return _sentence("; ".join(f"{measure_of(group)}: {_directions(group)}" for group in measures))


def theme_in_words(
    statements: Sequence[CandidateSentence], label: str, names: Sequence[str]
) -> str:
    """`names`: of what is proposed."""
    years = sorted({s.paper.year for s in statements if s.paper.year})
    span = f" ({'–'.join(map(str, dict.fromkeys((years[0], years[-1]))))})" if years else ""
    on = f" on {label}" if label else ""
    kinds = [doing(entry[0]) for entry in by_paper(statements)]
    said = [f"{n} {_COUNTS[kind][n > 1]}" for kind in _COUNTS if (n := kinds.count(kind))]
    if names and Doing.PROPOSES in kinds:
        said[0] += f" ({listed(names)})"
    papers = counted(n_papers(statements), "paper")
    return f"{papers}{span}{on}{': ' if said else ''}{listed(said)}."


def measure_of(statements: Sequence[CandidateSentence]) -> str:
    """The words that all names of what was measured end with: "efficiency" of "energy efficiency"
    and "spectral efficiency"."""
    names = [s.change.measure.split() for s in statements if s.change]
    shortest, n = min(names, key=len), 1
    while n < len(shortest) and all(
        name[-n - 1].casefold() == shortest[-n - 1].casefold() for name in names
    ):
        n += 1
    return " ".join(shortest[-n:])


def _directions(statements: Sequence[CandidateSentence]) -> str:
    changes = [(s, s.change.direction) for s in statements if s.change]
    counts = [(d, n_papers([s for s, own in changes if own is d])) for d in Direction]
    return listed([f"{d.value} in {counted(n, 'paper')}" for d, n in counts if n])


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}."
