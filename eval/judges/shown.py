"""Values as prompts print them: in one line or indented, so that none passes for an item."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from eval.domain.instance import UserPaper
from eval.domain.output import OutputInference
from eval.domain.rubric import Criterion
from eval.judges.fitting import fit
from myscholar.domain.profile import ProfileAspect
from myscholar.domain.text import shorten

MOST_EVIDENCE, EVIDENCE_CHARS = 2, 300
"""Words from the literature that stand beside a criterion, and how much of each."""


class PrintedPaper(NamedTuple):
    number: int
    title: str
    note: str
    text: str


class PrintedParagraph(NamedTuple):
    number: int
    text: str


class PrintedCriterion(NamedTuple):
    number: int
    text: str
    evidence: tuple[str, ...]


def one_line(text: str) -> str:
    return " ".join(text.split())


def indent(text: str) -> str:
    """Every line but the first moved in, so that none begins like a numbered item."""
    return "\n    ".join(text.strip().splitlines())


def format_list(actions: Iterable[str]) -> str:
    return "\n".join(f"- {one_line(action)}" for action in actions) or "(no actions)"


def format_profile(inferences: Sequence[OutputInference]) -> str:
    groups = {aspect: [i for i in inferences if i.aspect is aspect] for aspect in ProfileAspect}
    return (
        "\n\n".join(
            f"{a.label}:\n{format_list(i.text for i in group)}"
            for a, group in groups.items()
            if group
        )
        or "(empty)"
    )


def format_papers(papers: Sequence[UserPaper]) -> tuple[PrintedPaper, ...]:
    """Numbered from 1, as long as one question may be; systems may infer from venue and year."""
    texts = fit([paper.text.strip() for paper in papers])
    return tuple(
        PrintedPaper(i, one_line(paper.title), _note(paper, text), text)
        for i, (paper, text) in enumerate(zip(papers, texts, strict=True), 1)
    )


def _note(paper: UserPaper, text: str) -> str:
    appeared = one_line(" ".join(str(part) for part in (paper.venue, paper.year) if part))
    return "; ".join(part for part in (appeared, "" if text else "only its title is known") if part)


def format_paragraphs(paragraphs: Sequence[str]) -> tuple[PrintedParagraph, ...]:
    return tuple(
        PrintedParagraph(i, indent(paragraph)) for i, paragraph in enumerate(fit(paragraphs), 1)
    )


def format_criteria(criteria: Sequence[Criterion]) -> tuple[PrintedCriterion, ...]:
    return tuple(
        PrintedCriterion(
            i,
            one_line(c.text),
            tuple(shorten(e, EVIDENCE_CHARS) for e in c.evidence[:MOST_EVIDENCE]),
        )
        for i, c in enumerate(criteria, 1)
    )
