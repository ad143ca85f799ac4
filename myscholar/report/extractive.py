"""The extractive report: from findings to sections, without a language model. Source: MySQA §2.3.

The model's part in the paper (choosing, clustering, writing) is taken by statistics over the sentences that were found, and the text is made of
those sentences, quoted and lightly joined.
"""

from collections.abc import Callable, Iterator, Sequence

from myscholar.domain.actions import Action, Verb
from myscholar.domain.evidence import ActionId, QueryKind, SearchFilters, SearchQuery, source_in_words
from myscholar.domain.papers import PassageKind
from myscholar.domain.profile import Profile
from myscholar.domain.report import Cost, Findings, Report, ReportId, Section, SectionFormat
from myscholar.domain.runs import Event, Progress, silent
from myscholar.domain.text import counted
from myscholar.report.aims import Aim, aims_of, of_verb
from myscholar.report.compose import Bibliography, Draft, write_sections
from myscholar.report.connect import Connection, connections, write_connections
from myscholar.report.outcomes import Account, outcomes
from myscholar.report.outline import outline
from myscholar.report.question_title import report_title
from myscholar.report.selection import Selected, select
from myscholar.report.statements import Statement
from myscholar.report.tables import FEWEST_ROWS, comparison_table, rows_of
from myscholar.report.topic import Topic, about_of
from myscholar.report.units import numbers_in, renumbered
from myscholar.text.background import Background
from myscholar.text.question import QuestionAnalysis, QuestionKind, analyse_question

NOTICE = "Extractive report: sentences are quoted from the sources and lightly joined; no language model was used."
SUMMARY_NOTICE = " Sentences without quotation marks are this project's own summaries of the cited papers, not the papers' words."
OnSection = Callable[[int, Section], None]
"""Told the number of a section (from 1) and the section, once it is written."""
FEW = 10
"""Fewer papers than this are pointed out to the reader."""


def _untold(number: int, section: Section) -> None:
    """An OnSection that nobody hears."""


def write_report(
    question: str,
    *,
    findings: Findings,
    queries: Sequence[SearchQuery],
    actions: Sequence[Action] = (),
    profile: Profile | None = None,
    background: Background,
    report_id: ReportId,
    now: str,
    seconds: float = 0.0,
    scholar_requests: int = 0,
    notes: Sequence[str] = (),
    with_tables: bool = True,
    progress: Progress = silent,
    on_section: OnSection = _untold,
) -> Report:
    """The report on `question` from what `queries` found. `now` is an ISO 8601 time; `seconds` is what searching took; `notes` go first.

    Not `with_tables`, papers are set side by side only where an action asks for it. Deterministic. Raises NoEvidenceFound when no sentence found is about the question, EmptyQuestion and QuestionTooLong.
    """
    analysis = analyse_question(question, idf=background.idf)
    aims = aims_of(actions, about_of(analysis))
    selected = select(question, findings, analysis, aims, background, progress)
    choice = selected.choice
    progress(
        Event(
            step="Grouping into sections",
            message=f"{counted(len(choice.statements), 'sentence')} chosen of {selected.n_gathered}",
        )
    )
    groups = outline(choice, analysis, aims, selected.topic, background, selected.lexicon)
    book = Bibliography()

    def told(n: int, section: Section) -> None:
        progress(Event(step="Writing", message=section.title, done=n, total=len(groups)))
        on_section(n, section)

    sections = write_sections(groups, aims, book, told)
    sections = _with_extras(
        sections, selected, analysis, aims, profile, background, book, with_tables=with_tables, filters=_limits(queries, aims)
    )
    sections = _closing_last(sections, aims, book)
    account = _account(findings, len(queries), sections, selected, aims, book, has_profile=profile is not None)
    return Report(
        report_id=report_id,
        question=analysis.text,
        title=report_title(analysis, selected.lexicon),
        notice=_notice(book),
        created_at=now,
        profile_id=profile.profile_id if profile else None,
        sections=sections,
        references=book.references,
        actions=tuple(actions),
        outcomes=outcomes(aims, account),
        passages=tuple(book.passages.values()),
        searches=tuple(r.record for r in findings.results),
        notes=(*notes, *_notes(findings, analysis, len(book.papers), selected.topic)),
        cost=Cost(seconds=seconds, scholar_requests=scholar_requests),
    )


def _account(
    findings: Findings,
    n_queries: int,
    sections: tuple[Section, ...],
    selected: Selected,
    aims: Sequence[Aim],
    book: Bibliography,
    *,
    has_profile: bool,
) -> Account:
    """What the outcomes of the actions are read from."""
    return Account(
        findings=findings,
        n_queries=n_queries,
        sections=sections,
        cited=frozenset(book.papers),
        n_papers_removed=selected.sifted.n_papers_removed,
        n_statements_removed=selected.n_left_out,
        n_definitions_left_out=selected.choice.n_definitions_left_out,
        n_statements=selected.n_gathered,
        n_without_year=sum(p.year is None for p in book.papers.values()),
        n_unfit=_unfit(aims, book),
        has_profile=has_profile,
    )


def _limits(queries: Sequence[SearchQuery], aims: Sequence[Aim]) -> SearchFilters:
    """What every cited paper must satisfy: the question's own filters, which its query carries, and those of LIMIT actions."""
    filters = next((q.filters for q in queries if q.kind is QueryKind.QUESTION), SearchFilters())
    for aim in of_verb(aims, Verb.LIMIT):
        filters = filters.narrowed(aim.action.directive.filters)
    return filters


def _unfit(aims: Sequence[Aim], book: Bibliography) -> dict[ActionId, int]:
    """For each LIMIT action how many cited papers its filters don't accept."""
    limits = {aim.action_id: aim.action.directive.filters for aim in of_verb(aims, Verb.LIMIT)}
    return {i: sum(not filters.accepts(paper) for paper in book.papers.values()) for i, filters in limits.items()}


def _notice(book: Bibliography) -> str:
    uses_summaries = any(p.kind is PassageKind.SUMMARY for p in book.passages.values())
    return NOTICE + (SUMMARY_NOTICE if uses_summaries else "")


def _with_extras(
    sections: tuple[Section, ...],
    selected: Selected,
    analysis: QuestionAnalysis,
    aims: Sequence[Aim],
    profile: Profile | None,
    background: Background,
    book: Bibliography,
    *,
    with_tables: bool,
    filters: SearchFilters,
) -> tuple[Section, ...]:
    """A table section where the question or an action compares, and a section on the reader's own papers where an action connects."""
    comparing = of_verb(aims, Verb.COMPARE)
    if comparing or (with_tables and analysis.kind is QuestionKind.COMPARISON):
        table = _table_section([s for s in selected.statements if s.paper.paper_id in book.papers], book, comparing)
        sections = (*sections, table) if table else sections
    connecting = of_verb(aims, Verb.CONNECT)
    if connecting and profile is not None:
        own = _connection_section(connections(selected.choice.statements, profile, background, filters=filters), book, connecting)
        sections = (
            (own, *sections) if own and any(a.action.emphasis for a in connecting) else ((*sections, own) if own else sections)
        )
    return sections


def _closing_last(sections: tuple[Section, ...], aims: Sequence[Aim], book: Bibliography) -> tuple[Section, ...]:
    """With the section at the end that an action asks to end with, behind the table and the connections; references are numbered anew."""
    closing = {aim.action_id for aim in aims if aim.comes_last and not aim.action.emphasis}
    ordered = tuple(sorted(sections, key=lambda s: bool(closing.intersection(s.action_ids))))
    if ordered == sections:
        return sections
    old = list(book.papers.values())
    numbers = dict(numbers_in(ordered))
    for n in range(1, len(old) + 1):
        numbers.setdefault(n, len(numbers) + 1)
    book.papers = {old[n - 1].paper_id: old[n - 1] for n in sorted(numbers, key=numbers.__getitem__)}
    return tuple(renumbered(s, numbers.__getitem__) for s in ordered)


def _table_section(statements: Sequence[Statement], book: Bibliography, comparing: Sequence[Aim]) -> Section | None:
    rows = rows_of(statements, tuple(book.papers))
    if len(rows) < FEWEST_ROWS:
        return None
    ids = tuple(aim.action_id for aim in comparing)
    draft = Draft()
    span = draft.add(f"The table sets {len(rows)} papers side by side: what each does, and what it reports.")
    draft.highlight(ids, span)
    return Section(
        title="The Papers Side by Side",
        tldr=f"{len(rows)} papers compared by what they do and what they report.",
        format=SectionFormat.TABLE,
        text=draft.text,
        highlights=tuple(draft.highlights),
        table=comparison_table(rows, book, ids),
        action_ids=ids,
    )


def _connection_section(found: Sequence[Connection], book: Bibliography, connecting: Sequence[Aim]) -> Section | None:
    if not found:
        return None
    ids = tuple(aim.action_id for aim in connecting)
    draft = Draft()
    write_connections(draft, found, book, turn=0, action_ids=ids)
    papers = len({c.own.paper.paper_id for c in found})
    return Section(
        title="Connections to Your Own Papers",
        tldr=f"{counted(len(found), 'finding')} beside {counted(papers, 'paper')} of yours, joined by the terms that both use.",
        text=draft.text,
        citations=tuple(draft.citations),
        highlights=tuple(draft.highlights),
        action_ids=ids,
    )


def _failures(findings: Findings) -> Iterator[str]:
    """For each source how many of its searches it did not answer, and why."""
    for source in dict.fromkeys(r.record.source for r in findings.results):
        asked = [r.record for r in findings.results if r.record.source == source]
        reasons = dict.fromkeys(record.error for record in asked if record.error)
        n = sum(record.error is not None for record in asked)
        if n:
            yield f"{source_in_words(source)} did not answer {n} of {len(asked)} searches: {' '.join(filter(None, reasons))}"


def _notes(findings: Findings, analysis: QuestionAnalysis, n_cited: int, topic: Topic) -> tuple[str, ...]:
    notes = list(_failures(findings))
    if n_cited < FEW:
        about = f" mention {analysis.topic}" if analysis.core_phrases else " match the question"
        notes.append(
            f"Only {counted(n_cited, 'paper')} in the sources{about} closely enough to be quoted, so the report is short."
        )
    if not any(r.record.query.kind is QueryKind.QUESTION for r in findings.results):
        notes.append("The question itself was not searched, only parts of it.")
    if topic.missing:
        notes.append(f"Nothing that was found mentions {' or '.join(f'“{p}”' for p in topic.missing)}.")
    return (*notes, *analysis.hints)
