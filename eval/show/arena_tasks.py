"""What the task factory made of which seminar, and the words behind each task, as a document."""

from collections.abc import Callable, Iterable, Mapping, Sequence

from eval.arena.inspirations import InspirationRule
from eval.domain.arena import Inspiration, ResearchTask, TranscriptSpan
from eval.domain.words import NONE, number, price_of
from eval.judges.names import LOCAL
from eval.show.document import Cell, Document, Part, Table, table_of
from eval.studies.arena.factory import FactoryResults, OfSeminar, RuleCount, is_only_counted
from eval.studies.arena.making import Counts, SeminarTasks
from myscholar.domain.text import counted, shorten

MOST_ROWS = 300
"""Seminars that the table shows; by hand."""
_MOST_NAMED = 5
"""Seminars without a task that are named; the table shows all. By hand."""
_LONGEST_SPAN = 400
"""Characters shown of the words behind a task; `inspirations.jsonl` has all."""
_WITHOUT = (
    "Without a model an inspiration is what somebody said by a cue phrase (“we don't know why”, "
    "“we propose a”, “apply A to B”, “my guess is that”) in words that can stand alone, and a task "
    "is a sentence of its family around these words. What is said in other words is missed.",
    "Nobody has judged whether a task is worth doing: the ranking is to tell.",
)


def tasks_document(found: FactoryResults, shown: Sequence[SeminarTasks]) -> Document:
    """`shown`: of these seminars everything is to be read."""
    model = "without a model" if found.model == LOCAL else f"by {found.model}"
    lead = (
        f"{counted(found.n_tasks, 'task')} from {counted(found.n_inspirations, 'inspiration')} of "
        f"{counted(len(found.seminars), 'seminar')}, made {model}.",
        f"{found.seconds:,.0f} s of work, {counted(found.model_calls, 'model call')}, "
        f"{price_of(found.dollars)}.",
    )
    points = (
        *_without_tasks(found),
        *([f"{counted(found.n_same, 'task')} that an earlier seminar had word for word left out."]
          * bool(found.n_same)),
        *(f"Nothing was made of {failure}" for failure in found.failures[:10]),
        *_unread(found.unread),
        *(_WITHOUT if found.model == LOCAL else ()),
    )  # fmt: skip
    parts = (
        Part(heading="How it was made", points=points),
        Part(heading="Seminars", tables=(_seminars(found),)),
        *(part for n, each in enumerate(shown) for part in _parts(each, aside=n > 0)),
        Part(heading="What was made", tables=tuple(_counts(found))),
        Part(
            heading="Rules that were broken",
            points=(
                "Repaired: broken at first, then mended, or another candidate taken. Dropped: left "
                "out for it; rules on all tasks of a part together are only counted.",
            ),
            tables=(
                table_of("Inspirations", found.of_inspirations, _RULES),
                table_of("Tasks", found.of_tasks, _RULES),
            ),
        ),
        Part(heading="Versions", points=_versions(found), aside=True),
    )
    return Document(title="Research tasks from seminars", lead=lead, parts=parts)


def _unread(names: Sequence[str]) -> Iterable[str]:
    if names:
        more = f" and {len(names) - _MOST_NAMED} more" if len(names) > _MOST_NAMED else ""
        yield (
            f"{counted(len(names), 'file')} not read, being of no kind of transcript that is "
            f"known: {', '.join(names[:_MOST_NAMED])}{more}."
        )


def _without_tasks(found: FactoryResults) -> Iterable[str]:
    """Which seminars these are, and how many sentences nobody read."""
    names = [each.title or each.seminar_id for each in found.seminars if not each.n_tasks]
    if names:
        more = f" and {len(names) - _MOST_NAMED} more" if len(names) > _MOST_NAMED else ""
        yield (
            f"{counted(len(names), 'seminar')} gave no task: "
            f"{'; '.join(names[:_MOST_NAMED])}{more}."
        )
    unread = sum(r.n_dropped for r in found.of_inspirations if r.rule == InspirationRule.UNREAD)
    if unread:
        yield (
            f"{counted(unread, 'sentence')} of more than 70 words not read: without full stops "
            "there is nothing to take a sentence from. Let the speech recognition punctuate, or "
            "give a model."
        )


def _versions(found: FactoryResults) -> tuple[str, ...]:
    return tuple(f"{name} {version}" for name, version in sorted(found.versions.items()))


def _counts(found: FactoryResults) -> Iterable[Table]:
    for caption, counts, total in (
        ("Types of inspirations", found.inspirations, found.n_inspirations),
        ("Their qualities", found.qualities, found.n_inspirations),
        ("Phases of tasks", found.phases, found.n_tasks),
        ("Families of tasks", found.families, found.n_tasks),
        ("Difficulties of tasks", found.difficulties, found.n_tasks),
    ):
        yield _shares(caption, counts, total)


def _shares(caption: str, counts: Counts, total: int) -> Table:
    rows = tuple(
        (name, f"{n:,}", f"{number(100 * n / total, 0)} %" if total else NONE)
        for name, n in sorted(counts.items(), key=lambda entry: -entry[1])
    )
    return Table(caption=caption, columns=("", "Number", "Share"), rows=rows, flows=True)


def _seminars(found: FactoryResults) -> Table:
    n_more = len(found.seminars) - MOST_ROWS
    caption = f"The first {MOST_ROWS}; {n_more} more" if n_more > 0 else "All"
    return table_of(caption, found.seminars[:MOST_ROWS], _SEMINARS, flows=True)


def _parts(made: SeminarTasks, *, aside: bool) -> tuple[Part, Part]:
    told = made.discipline or "discipline not told", made.language or "language not told"
    size = f"{counted(made.n_words, 'word')} in {counted(made.n_parts, 'part')}"
    return (
        Part(
            heading=f"Tasks: {made.title}",
            text=(f"{'; '.join(told)}; {size}.",),
            points=tuple(map(_task_in_words, made.tasks)),
            aside=aside,
        ),
        Part(
            heading=f"Inspirations: {made.title}",
            points=tuple(map(_in_words, made.inspirations)),
            aside=aside,
        ),
    )


def _in_words(found: Inspiration) -> str:
    """With the words that show it, where it has others."""
    said = _said(found.spans)
    shown = f" Said: {said}" if found.text not in said else ""
    head = f"{_number(found.inspiration_id)}, {found.type} ({', '.join(found.qualities)})"
    return f"{head}: {found.text}{shown}"


def _task_in_words(task: ResearchTask) -> str:
    rests_on = ", ".join(_number(i) for i in task.inspiration_ids)
    head = f"{_number(task.task_id)}, {task.family} ({task.phase}, {task.difficulty})"
    return f"{head}: {task.text} From {rests_on}: {_said(task.spans)}"


def _said(spans: Sequence[TranscriptSpan]) -> str:
    return f"“{shorten(' … '.join(span.text for span in spans), _LONGEST_SPAN)}”"


def _number(identifier: str) -> str:
    return identifier.rpartition("/")[2]


_RULES: Mapping[str, Callable[[RuleCount], Cell | str]] = {
    "Rule": lambda r: f"{r.rule} (only counted)" if is_only_counted(r.rule) else r.rule,
    "Repaired": lambda r: f"{r.n_repaired:,}",
    "Dropped": lambda r: f"{r.n_dropped:,}",
}
_SEMINARS: Mapping[str, Callable[[OfSeminar], Cell | str]] = {
    "Seminar": lambda s: s.title or s.seminar_id,
    "Discipline": lambda s: s.discipline or NONE,
    "Language": lambda s: s.language or NONE,
    "Words": lambda s: f"{s.n_words:,}",
    "Parts": lambda s: f"{s.n_parts}",
    "Inspirations": lambda s: f"{s.n_inspirations}",
    "Tasks": lambda s: f"{s.n_tasks}",
}
