"""A report of real size, the same each time, in words of our own: 6 sections, about 2,800 words, 90
citations, 60 highlights, 8 actions.

For measuring screens: what it says is invented, how it is made up is not (overlapping highlights,
doubts, formulas, code, two tables). Its texts are in `real_size.toml`.
"""

import tomllib
from itertools import cycle, islice
from pathlib import Path

from myscholar.domain.actions import Action, Category, Directive, Stage, Verb
from myscholar.domain.evidence import ActionId, Evidence, QueryKind, SearchFilters, SearchQuery
from myscholar.domain.flags import ErrorType, Flag, Severity
from myscholar.domain.papers import Paper, PaperId, Passage, PassageId, PassageKind, TextSource
from myscholar.domain.report import (
    ActionOutcome,
    Cell,
    Citation,
    Cost,
    Doubt,
    Highlight,
    OutcomeSpan,
    OutcomeStatus,
    Reference,
    Report,
    ReportId,
    SearchRecord,
    Section,
    Table,
)

Passages = tuple[Passage, ...]
Actions = tuple[Action, ...]
N_PAPERS = 36
N_HIGHLIGHTS = 10
"""In each section."""
TEXTS = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))

_OUTCOMES = {
    5: (OutcomeStatus.PARTLY, "Only two sentences could be related."),
    6: (OutcomeStatus.NOT_DONE, "Two of the cited papers still treat images."),
}
_FLAG = Flag(
    error_type=ErrorType.FACTUAL,
    severity=Severity.WARNING,
    reason="The cited passage speaks of readers, not of judges.",
)
_COST = Cost(
    seconds=171.4, scholar_requests=7, model_calls=52, dollars=0.37,
    input_tokens=61_204, output_tokens=10_348,
)  # fmt: skip


def real_size_report() -> Report:
    papers = tuple(_paper(n) for n in range(1, N_PAPERS + 1))
    passages = tuple(_passage(paper) for paper in papers)
    actions = tuple(_action(n, **wish) for n, wish in enumerate(TEXTS["wishes"], start=1))
    sections = tuple(
        _section(n, title, passages, actions) for n, title in enumerate(TEXTS["titles"])
    )
    return Report(
        report_id=ReportId("real-size"),
        question="How is it measured whether a generated answer is supported by the passages that "
        "it cites?",
        title="Measuring Support: Citations, Judges and Readers of Generated Answers",
        engine="anthropic:invented",
        notice="An invented report for measuring screens. Its papers do not exist.",
        created_at="2026-11-21T09:00:00Z",
        sections=sections,
        references=tuple(Reference(number=n, paper=paper) for n, paper in enumerate(papers, 1)),
        actions=actions,
        outcomes=tuple(_outcome(n, action, sections) for n, action in enumerate(actions)),
        passages=passages,
        searches=tuple(_searches(actions)),
        notes=("One source did not answer the third search; the others did.",),
        cost=_COST,
    )


def _paper(n: int) -> Paper:
    return Paper(
        paper_id=PaperId(f"invented-{n}"),
        title=f"{_pick('subjects', n)}: Study {n} of Support in Generated Text",
        authors=tuple(islice(cycle(TEXTS["authors"]), n % 4, n % 4 + 3)),
        year=2017 + n % 9,
        venue=("ACL", "EMNLP", "SIGIR", "TACL")[n % 4],
        citation_count=n * 17,
        url=f"https://example.org/invented/{n}",
        text_source=TextSource.FULL_TEXT,
    )


def _passage(paper: Paper) -> Passage:
    n = int(paper.paper_id.rpartition("-")[2])
    text = " ".join(f"{_sentence(n + k)}." for k in range(4))
    kind = PassageKind.ABSTRACT if n % 5 == 0 else PassageKind.BODY
    return Passage(
        passage_id=PassageId(f"{paper.paper_id}#1"),
        paper_id=paper.paper_id,
        kind=kind,
        text=text,
        section="Results",
        page=n % 9 + 1,
    )


def _pick(kind: str, n: int) -> str:
    texts: list[str] = TEXTS[kind]
    return texts[n % len(texts)]


def _sentence(n: int) -> str:
    return " ".join(_pick(kind, n) for kind in ("subjects", "verbs", "claims"))


def _action(n: int, tldr: str, stage: str, personalized: bool) -> Action:
    return Action(
        action_id=ActionId(f"a{n}"),
        tldr=tldr,
        text=f"I can do this, which might help you see the matter from side {n}.",
        stage=Stage(stage),
        category=tuple(Category)[n % 4],
        personalized=personalized,
        directive=Directive(verb=Verb.FREE),
        enabled=True,
        emphasis=n == 2,
    )


def _section(n: int, title: str, passages: Passages, actions: Actions) -> Section:
    """Three of four sentences cite; every second of these serves an action, some two."""
    text, spans = "", list[tuple[int, int]]()
    citations: list[Citation] = []
    for k in range(20):
        text += _joint(k) if text else ""
        start = len(text)
        text += _sentence(n * 5 + k)
        if k % 4 != 3:
            number = (n * 7 + k * 3) % N_PAPERS + 1
            passage = passages[number - 1]
            end = passage.text.index(". ", 40) + 1
            text += " "
            evidence = [Evidence.of_passage(passage, 0, end)]
            evidence += [Evidence.of_passage(passage, end)] if k % 2 else []
            at, marker = len(text), f"[{number}]"
            text += marker
            cited = {"number": number, "start": at, "end": len(text)}
            citations.append(Citation(**cited, evidence=tuple(evidence)))
        text += "."
        spans.append((start, len(text)))
        text += f" {TEXTS['formulas'][n % 2]}" if k == 9 else ""
        text += f"\n\n{TEXTS['code']}" if k == 14 and n % 3 == 0 else ""
    return Section(
        title=title,
        tldr=f"{_pick('claims', n).capitalize()}.",
        text=text.rstrip(),
        citations=tuple(citations),
        highlights=tuple(_highlights(n, spans, actions)),
        doubts=(Doubt(start=spans[11][0], end=spans[11][1], flag=_FLAG),),
        table=_table(passages) if n in (0, 4) else None,
        action_ids=(actions[0].action_id,) if n == 2 else (),
    )


def _joint(k: int) -> str:
    """Before sentence k: a list at the end, code after the fourteenth, else paragraphs of four."""
    if k >= 16:
        return "\n\n- " if k == 16 else "\n- "
    return "\n\n" if k % 4 == 0 or k == 15 else " "


def _highlights(n: int, spans: list[tuple[int, int]], actions: Actions) -> list[Highlight]:
    serving = [a for i, a in enumerate(actions) if i not in (3, 6)]
    places = [(n + k, *spans[2 * k]) for k in range(N_HIGHLIGHTS - 2)]
    places += [(n + k + 1, spans[2 * k][0] + 10, spans[2 * k + 1][1]) for k in (0, 5)]
    return [
        Highlight(action_id=serving[which % len(serving)].action_id, start=start, end=end)
        for which, start, end in places
    ]


def _table(passages: Passages) -> Table:
    rows = tuple(
        (
            Cell(text=f"Benchmark {n}", number=n, evidence=(Evidence.of_passage(passages[n - 1]),)),
            Cell(text=f"{n * 1_250:,}"),
            Cell(text=f"{93 - 7.5 * n:.1f} %"),
        )
        for n in (3, 1, 4, 2, 5)
    )
    columns = ("Benchmark", "Answers", "Agreement")
    return Table(columns=columns, rows=rows, action_ids=(ActionId("a5"),))


def _outcome(n: int, action: Action, sections: tuple[Section, ...]) -> ActionOutcome:
    spans = tuple(
        OutcomeSpan(section=i, start=h.start, end=h.end)
        for i, s in enumerate(sections)
        for h in s.highlights
        if h.action_id == action.action_id
    )
    status, reason = _OUTCOMES.get(n, (OutcomeStatus.DONE, "Carried out in the marked words."))
    return ActionOutcome(
        action_id=action.action_id,
        status=status,
        spans=spans,
        trace=("Looked at all sections.",),
        reason=reason,
    )


def _searches(actions: Actions) -> list[SearchRecord]:
    return [
        SearchRecord(
            query=SearchQuery(
                text=f"support of generated text {claim.split()[0]} {n}",
                kind=QueryKind.FACET,
                filters=SearchFilters(year_min=2015) if n % 2 else SearchFilters(),
                action_ids=(actions[n].action_id,),
            ),
            source="Semantic Scholar",
            n_hits=20 * n,
            seconds=0.4,
            error="It did not answer in time." if n == 3 else None,
        )
        for n, claim in enumerate(TEXTS["claims"])
    ]
