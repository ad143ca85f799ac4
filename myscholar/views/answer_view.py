"""What was asked of a report, as a screen or a terminal shows it."""

from collections.abc import Iterator

from myscholar.domain.answers import Coverage, ReportAnswer
from myscholar.domain.model import Frozen
from myscholar.domain.report import Report
from myscholar.domain.runs import RunId, RunStatus
from myscholar.errors import EngineUnavailable
from myscholar.views.report_view import ReportView, growing_parts, report_view
from myscholar.views.run_watch import watch
from myscholar.views.section_text import PartView
from myscholar.workflows.report.answers import ReportQuestion, asked_of
from myscholar.workflows.runs.estimates import Estimate, duration, estimate_answer, money
from myscholar.workflows.services import Services

TAKEN_IN = "Stands in this version of the report"
SAID = {
    Coverage.FULL: "",
    Coverage.PARTLY: "Answered in part",
    Coverage.NONE: "No answer found in these sources",
    None: "",
}


class AnswerView(Frozen):
    """A question and how far it is. `growing` is the text while it is written, `doing` the step;
    `said` the finished answer, None before, with its `coverage` in words where there is a gap."""

    run_id: RunId
    question: str
    status: RunStatus
    error: str | None = None
    doing: str = ""
    growing: tuple[PartView, ...] = ()
    n_calls: int = 0
    dollars: float | None = 0.0
    said: ReportView | None = None
    coverage: str = ""
    missing: str = ""
    can_be_taken_in: bool = False
    has_searched: bool = False

    @property
    def is_going_on(self) -> bool:
        return self.status.goes_on


def answer_views(services: Services, report_id: str) -> tuple[AnswerView, ...]:
    """What was asked of a report, the newest first. Raises UnknownName, StorageError."""
    return tuple(answer_view(services, asked) for asked in asked_of(services, report_id))


def answer_view(services: Services, asked: ReportQuestion) -> AnswerView:
    """Raises UnknownName for a question that was deleted."""
    run, made, is_taken_in = asked
    shown = AnswerView(
        run_id=run.run_id,
        question=run.title,
        status=run.status,
        error=run.error,
        n_calls=run.n_calls,
        dollars=run.dollars,
    )
    if made is None:
        return shown if run.status is RunStatus.FINISHED else _with_progress(services, shown)
    return shown.model_copy(
        update={
            "said": report_view(made.said),
            "coverage": TAKEN_IN if is_taken_in else SAID[made.coverage],
            "missing": made.missing,
            "can_be_taken_in": made.is_answered and not is_taken_in,
            "has_searched": made.has_searched,
        }
    )


def answer_takes(services: Services) -> str:
    """How long an answer takes and what it costs, with and without a search for further papers, in
    words. Raises StorageError."""
    try:
        alone, searched = (estimate_answer(services, search=search) for search in (False, True))
    except EngineUnavailable as error:
        return str(error)
    if alone.is_free:
        return "Without a language model it is free, and made of quotes."
    return f"It takes {_costs(alone)}; with further papers {_costs(searched)}."


def search_takes(services: Services) -> str:
    """What an answer with a search for further papers costs; empty where that is nothing, or not
    known. Raises StorageError."""
    try:
        estimate = estimate_answer(services, search=True)
    except EngineUnavailable:
        return ""
    return "" if estimate.is_free else _costs(estimate)


def _costs(estimate: Estimate) -> str:
    price = ", price unknown" if estimate.dollars is None else f" and {money(estimate.dollars)}"
    return f"about {duration(estimate.seconds)}{price}"


def _with_progress(services: Services, shown: AnswerView) -> AnswerView:
    watched = watch(services, shown.run_id)
    doing = next((step.name for step in watched.steps if step.state == "running"), "")
    text = "\n\n".join(part.text for part in watched.parts)
    growing = growing_parts(text) if text.strip() else ()
    update = {"status": watched.status, "doing": doing, "growing": growing}
    return shown.model_copy(update=update)


def answer_as_text(answer: ReportAnswer) -> str:
    """For a terminal: the question, the answer, and under each number the words that it rests
    on."""
    return "\n".join(_lines(answer))


def answer_as_report(answer: ReportAnswer) -> Report:
    """For a file: what it leaves open is told first among its notes."""
    gap = _gap(answer)
    notes = (*([gap] if gap else []), *answer.said.notes)
    return answer.said.model_copy(update={"notes": notes})


def _gap(answer: ReportAnswer) -> str:
    return ". ".join(part for part in (SAID[answer.coverage], answer.missing) if part)


def _lines(answer: ReportAnswer) -> Iterator[str]:
    view = report_view(answer.said)
    gap = _gap(answer)
    size = answer.section.tldr
    yield from (answer.question, "", answer.section.text, "", *([size, ""] if size else []))
    if gap:
        yield from (gap, "")
    for reference in view.references:
        facts = ", ".join(part for part in (reference.authors, reference.published) if part)
        yield f"[{reference.number}] {reference.title}. {facts}"
        for quote in (view.quotes[place] for place in reference.quotes):
            yield f"    {f'({quote.label}) {quote.text}' if quote.label else f'“{quote.text}”'}"
    yield from ([""] if view.references else [])
    yield from (*answer.said.notes, view.notice, view.cost)
