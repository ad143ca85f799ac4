"""An answer taken into its report: a new version with the answer as its last section, word for
word."""

from itertools import count

from myscholar.domain.answers import ReportAnswer
from myscholar.domain.drafts import Draft, SectionPlan
from myscholar.domain.evidence import Hit, Quote, QuoteId
from myscholar.domain.orders import FollowUpOrder
from myscholar.domain.report import Citation, Cost, Report, ReportId, Section, move
from myscholar.domain.runs import Event, RunId
from myscholar.errors import InputError, RunNotResumable, UnknownName
from myscholar.report.llm.draft_text import number_of
from myscholar.report.llm.verify import Checked
from myscholar.report.numbering import number_after
from myscholar.runs.run import Run
from myscholar.search.more_passages import with_passages
from myscholar.workflows.report.answers import get_answer, stands_in
from myscholar.workflows.report.records import LlmReportRecord, ReportMaterial, ReportRecord
from myscholar.workflows.report.section_changes import changes_of
from myscholar.workflows.services import Services


def check_taking_in(services: Services, kept: ReportRecord, answer_id: RunId) -> None:
    """Raises UnknownName, InputError for what is no answer or stands in the report already."""
    answer = get_answer(services, answer_id)
    if not answer.is_answered:
        raise InputError(
            "The sources did not answer this question, so there is nothing to take into the report."
        )
    if stands_in(kept.report, answer):
        raise InputError("This answer stands in the report already.")


def take_in(services: Services, run: Run, base: ReportRecord, order: FollowUpOrder) -> ReportRecord:
    """The report with the answer as its last section; what stands before it stays word for word.
    Raises RunNotResumable where the answer was deleted."""
    assert order.answer
    try:
        answer = get_answer(services, order.answer)
    except UnknownName as error:
        raise RunNotResumable(run.run_id, "the answer that it takes in was deleted.") from error
    run.tell(Event(step="Changing the report", message=f"takes in “{answer.question}”"))
    (numbered,) = number_after([answer], base.report.references)
    report = _with_section(services, run.run_id, base.report, numbered)
    previous, changes = (
        RunId(base.report.report_id),
        changes_of(base.report.sections, report.sections),
    )
    update: dict[str, object] = {"report": report, "previous": previous, "changes": changes}
    if isinstance(base, LlmReportRecord):
        update |= _grown(base, numbered)
    return type(base).model_validate(base.model_copy(update=update).model_dump())


def _with_section(
    services: Services, run_id: RunId, report: Report, answer: ReportAnswer
) -> Report:
    known = {r.number for r in report.references}
    held = {p.passage_id for p in report.passages}
    update = {
        "report_id": ReportId(run_id),
        "created_at": services.now(),
        "sections": (*report.sections, answer.section),
        "references": (
            *report.references,
            *(r for r in answer.said.references if r.number not in known),
        ),
        "passages": (
            *report.passages,
            *(p for p in answer.said.passages if p.passage_id not in held),
        ),
        "notes": (
            f"Taken in: the answer to “{answer.question}”, as “{answer.section.title}”. "
            + " ".join(part for part in (answer.missing, answer.said.notice) if part),
            *report.notes,
        ),
        "n_leading_notes": report.n_leading_notes + 1,
        "cost": Cost(),
    }
    return report.model_copy(update=update)


def _grown(base: LlmReportRecord, answer: ReportAnswer) -> dict[str, object]:
    """The material and the sections that a later change builds on, with the answer's."""
    first = max((number_of(q) for q in base.material.quotes.quotes), default=0) + 1
    draft = _draft_of(answer.section, first)
    material, plan = base.material, draft.plan
    quotes = material.quotes.model_copy(update={"quotes": (*material.quotes.quotes, *plan.quotes)})
    outline = material.outline.model_copy(update={"sections": (*material.outline.sections, plan)})
    hits = _with_papers(material, answer)
    findings = material.found.findings.model_copy(update={"hits": hits})
    found = material.found.model_copy(update={"findings": findings})
    grown = material.model_copy(update={"quotes": quotes, "outline": outline, "found": found})
    return {"material": grown, "checked": (*base.checked, Checked(draft=draft))}


def _with_papers(material: ReportMaterial, answer: ReportAnswer) -> tuple[Hit, ...]:
    """With the papers and the passages that the answer cites."""
    hits, held = material.found.findings.hits, material.papers
    new = (r.paper for r in answer.said.references if r.paper.paper_id not in held)
    every = (*hits, *(Hit(paper=paper, score=0.0) for paper in new))
    return with_passages(every, answer.said.passages)


def _draft_of(section: Section, first: int) -> Draft:
    """The section as a model would have written it: each piece of its evidence a quote of its own,
    numbered from `first`, in place of a reference."""
    number, quotes = count(first), dict[str, Quote]()
    text, at, shifts = "", 0, [(0, 0)]
    for citation in section.citations:
        text += section.text[at : citation.start]
        text += "".join(f"[{number_of(q)}]" for q in _quotes(citation, number, quotes))
        at = citation.end
        shifts.append((at, len(text) - at))

    def place_of(offset: int) -> int:
        return offset + next(by for end, by in reversed(shifts) if end <= offset)

    return Draft(
        plan=SectionPlan(
            title=section.title,
            format=section.format,
            brief=section.title,
            quotes=tuple(quotes.values()),
        ),
        text=text + section.text[at:],
        tldr=section.tldr,
        doubts=tuple(move(d, place_of) for d in section.doubts),
    )


def _quotes(citation: Citation, number: "count[int]", known: dict[str, Quote]) -> list[Quote]:
    found = []
    for piece in citation.evidence:
        name = f"{piece.passage_id}:{piece.start}:{piece.end}"
        if name not in known:
            quote_id = QuoteId(f"q{next(number)}")
            known[name] = Quote(quote_id=quote_id, evidence=piece, relevance=1.0)
        found.append(known[name])
    return found
