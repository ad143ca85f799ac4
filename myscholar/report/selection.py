"""What an extractive report is made of: the sentences that are chosen of all that was found, or why there are none."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from myscholar.domain.evidence import ActionId, Hit, source_in_words
from myscholar.domain.report import Findings
from myscholar.domain.runs import Event, Progress
from myscholar.domain.text import counted
from myscholar.errors import NoEvidenceFound
from myscholar.report.aims import Aim
from myscholar.report.choice import Choice, asked_cues, choose
from myscholar.report.sifting import Sifted, sift_hits, sift_statements
from myscholar.report.statements import Statement, gather_statements
from myscholar.report.titles import Lexicon
from myscholar.report.topic import Topic, topic_of
from myscholar.text.background import Background
from myscholar.text.question import QuestionAnalysis
from myscholar.text.terms import content_stems


class Selected(NamedTuple):
    """What the report is made of, of all that was found."""

    sifted: Sifted
    topic: Topic
    lexicon: Lexicon
    n_gathered: int
    statements: Sequence[Statement]
    """Those of the gathered that no action leaves out."""
    n_left_out: Mapping[ActionId, int]
    choice: Choice


def select(
    question: str,
    findings: Findings,
    analysis: QuestionAnalysis,
    aims: Sequence[Aim],
    background: Background,
    progress: Progress,
) -> Selected:
    """Raises NoEvidenceFound when nothing found can be quoted."""
    progress(Event(step="Selecting sentences", message=f"from {counted(len(findings.hits), 'paper')}"))
    sifted = sift_hits(findings.hits, aims)
    lexicon = Lexicon([p.text for h in sifted.hits for p in h.paper.readable])
    topic = topic_of(analysis, background, frozenset(lexicon.stems))
    if not sifted.hits and findings.hits:
        raise _nothing_to_quote(question, findings).because(_left_out(aims, sifted, len(findings.hits)))
    _check_answerable(question, findings, topic, analysis)
    gathered = gather_statements(sifted.hits, topic, aims)
    kept, skipped = sift_statements(gathered, aims)
    choice = choose(kept, aims, asked_cues(analysis.asks_for))
    if not choice.statements:
        raise _nothing_to_quote(question, findings)
    return Selected(sifted, topic, lexicon, len(gathered), kept, skipped, choice)


def _check_answerable(question: str, findings: Findings, topic: Topic, analysis: QuestionAnalysis) -> None:
    """Raises NoEvidenceFound when nothing was found, or nothing on what the question is about."""
    if not findings.hits:
        raise _nothing_to_quote(question, findings)
    if _is_foreign(topic, analysis):
        raise NoEvidenceFound(question, _searched(findings))


def _is_foreign(topic: Topic, analysis: QuestionAnalysis) -> bool:
    """Whether no source knows the question's leading topic, nor half of its topics: a report would be about something else."""
    core = analysis.core_phrases
    return bool(core) and core[0] in topic.missing and 2 * len(topic.missing) >= len(core)


def _nothing_to_quote(question: str, findings: Findings) -> NoEvidenceFound:
    failed = {r.record.source: r.record.error for r in findings.results if r.record.error}
    return NoEvidenceFound(
        question,
        _searched(findings),
        n_found=sum(_mentions(hit, set(content_stems(question))) for hit in findings.hits),
        failures=tuple(f"{source_in_words(source)}: {error}" for source, error in failed.items()),
    )


def _left_out(aims: Sequence[Aim], sifted: Sifted, n_found: int) -> str:
    """Which actions took papers out, and how many of those found."""
    taken = ((aim, sifted.n_papers_removed.get(aim.action_id, 0)) for aim in aims)
    return " ".join(
        f"Your action “{aim.action.tldr}” takes out {n} of {counted(n_found, 'paper')} found." for aim, n in taken if n
    )


def _searched(findings: Findings) -> tuple[str, ...]:
    return tuple(dict.fromkeys(source_in_words(r.record.source) for r in findings.results))


def _mentions(hit: Hit, stems: set[str]) -> bool:
    return any(stems & set(content_stems(text)) for text in (hit.paper.title, *(p.text for p in hit.paper.passages)))
