"""One pass that carries out actions which the sections left undone: one call for all of them.
Source: MySQA Table 9 (IGNORE)."""

import re
from collections.abc import Mapping, Sequence
from typing import TypeVar

from myscholar.domain.actions import Action
from myscholar.domain.evidence import ActionId, Quote
from myscholar.domain.model import Frozen
from myscholar.domain.papers import Paper, PaperId
from myscholar.domain.profile import Profile
from myscholar.domain.report import Doubt, Draft, Highlight, Outline
from myscholar.domain.text import Span
from myscholar.gateways.llm.llm import LLM, Role
from myscholar.gateways.llm.prompts import Prompt, render
from myscholar.report.llm.markup import (
    Written,
    number_of,
    paragraphs,
    read,
    trimmed,
    without_citations,
    without_tags,
)
from myscholar.report.llm.reader import about_reader
from myscholar.report.llm.section_replies import Addition, RepairReply
from myscholar.report.llm.sections import quotes_by_paper
from myscholar.report.llm.shown import Numbered, printed
from myscholar.report.outcomes import Declined

LONGEST = 220
"""Words of an addition; a model is asked for 120."""
MOST_QUOTES = 60
FEWEST = 4
"""Words of the report that can count as carrying an action out."""

Marked = TypeVar("Marked", Highlight, Doubt)


class Repaired(Frozen):
    """The drafts with what was added. `changed` are the places of the drafts that others must check
    again; `declined` are those that a model says it can't do."""

    drafts: tuple[Draft, ...]
    changed: tuple[int, ...] = ()
    declined: tuple[Declined, ...] = ()
    dropped: tuple[str, ...] = ()


async def repair(
    drafts: Sequence[Draft],
    missing: Sequence[Action],
    outline: Outline,
    quotes: Sequence[Quote],
    papers: Mapping[PaperId, Paper],
    actions: Sequence[Action],
    *,
    question: str,
    profile: Profile | None = None,
    llm: LLM,
) -> Repaired:
    """The drafts with a passage for each of the `missing` actions that the quotes allow. Nothing is
    asked when none is missing. Raises LLMError."""
    if not missing or not drafts:
        return Repaired(drafts=tuple(drafts))
    numbered = tuple(enumerate(actions, 1))
    prompt = repair_prompt(
        drafts, missing, outline, quotes, papers, numbered, question=question, profile=profile
    )
    answer = await llm.ask(Role.REPORT, prompt, RepairReply)
    return apply(answer.value, drafts, missing, relevant(quotes, missing), numbered)


def repair_prompt(
    drafts: Sequence[Draft],
    missing: Sequence[Action],
    outline: Outline,
    quotes: Sequence[Quote],
    papers: Mapping[PaperId, Paper],
    numbered: Numbered,
    *,
    question: str,
    profile: Profile | None = None,
) -> Prompt:
    wanted = {a.action_id for a in missing}
    return render(
        "report/repair",
        question=question,
        language=outline.language,
        actions=printed(numbered),
        missing=", ".join(f"A{n}" for n, a in numbered if a.action_id in wanted),
        reader=about_reader(profile, numbered),
        sections=sections_with_paragraphs(drafts),
        quotes=quotes_by_paper(relevant(quotes, missing), papers),
    )


def sections_with_paragraphs(drafts: Sequence[Draft]) -> str:
    return "\n\n".join(_with_paragraphs(i, d) for i, d in enumerate(drafts, 1))


def relevant(quotes: Sequence[Quote], missing: Sequence[Action]) -> tuple[Quote, ...]:
    """At most MOST_QUOTES: those picked for the missing actions first, then the most relevant; in
    the order in which they were given."""
    wanted = {a.action_id for a in missing}
    best = sorted(quotes, key=lambda q: (not wanted & set(q.action_ids), -q.relevance))[
        :MOST_QUOTES
    ]
    kept = {q.quote_id for q in best}
    return tuple(q for q in quotes if q.quote_id in kept)


def apply(
    reply: RepairReply,
    drafts: Sequence[Draft],
    missing: Sequence[Action],
    quotes: Sequence[Quote],
    numbered: Numbered,
) -> Repaired:
    """Each missing action once: an addition for a section that exists, that carries a mark of its
    action and is not too long."""
    wanted = {n: a.action_id for n, a in numbered if a in missing}
    by_number = {n: a.action_id for n, a in numbered}
    known = {number_of(q): q for q in quotes}
    made, changed, done, dropped = list(drafts), set(), set(), []
    for found in reply.unmarked:
        place = found.section - 1
        if (
            found.action in wanted
            and 0 <= place < len(made)
            and (span := span_of(found.words, made[place].text))
        ):
            made[place] = marked(made[place], span, wanted[found.action])
            done.add(found.action)
    for addition in sorted(reply.additions, key=_from_the_end):
        place = addition.section - 1
        if addition.action not in wanted or addition.action in done or not 0 <= place < len(made):
            continue
        written = read(addition.text, title=made[place].plan.title, actions=by_number, known=known)
        if reason := _unusable(written, wanted[addition.action]):
            dropped.append(f"An addition for A{addition.action} was left out: {reason}")
            continue
        made[place] = insert(
            made[place],
            written,
            addition.after_paragraph,
            [known[n] for n in sorted(written.cited)],
        )
        changed.add(place)
        done.add(addition.action)
    declined = [
        Declined(action_id=wanted[i.action], reason=i.reason.strip())
        for i in reply.impossible
        if i.action in wanted and i.action not in done and i.reason.strip()
    ]
    return Repaired(
        drafts=tuple(made),
        changed=tuple(sorted(changed)),
        declined=tuple(declined),
        dropped=tuple(dropped),
    )


def insert(draft: Draft, written: Written, after: int, quotes: Sequence[Quote]) -> Draft:
    """The draft with the passage after paragraph `after` (from 1; 0 or beyond: at the end). Marks
    behind it move along; its quotes join the plan's."""
    lines = paragraphs(draft.text)
    at = lines[after - 1].end if 1 <= after <= len(lines) else len(draft.text)
    gap = (
        "\n" if _is_item(written.text) and _is_item(draft.text[:at].rpartition("\n")[2]) else "\n\n"
    )
    piece = f"{gap if draft.text else ''}{written.text}"
    tail = draft.text[at:]
    if tail.startswith("\n") and not tail.startswith("\n\n") and not _is_item(written.text):
        piece += "\n"
    start = at + len(piece) - len(piece.lstrip("\n"))
    own = [
        h.model_copy(update={"start": h.start + start, "end": h.end + start})
        for h in written.highlights
    ]
    highlights = sorted(
        [*_after(draft.highlights, at, len(piece)), *own], key=lambda h: (h.start, h.end)
    )
    held = {q.quote_id for q in draft.plan.quotes}
    plan = draft.plan.model_copy(
        update={"quotes": (*draft.plan.quotes, *(q for q in quotes if q.quote_id not in held))}
    )
    update = {
        "plan": plan,
        "text": draft.text[:at] + piece + tail,
        "highlights": tuple(highlights),
        "doubts": tuple(_after(draft.doubts, at, len(piece))),
    }
    return draft.model_copy(update=update)


def span_of(words: str, text: str) -> Span | None:
    """Where the words stand in the text, citations and white space aside; None where they don't, or
    are fewer than FEWEST."""
    pieces = [
        re.escape(p) for p in re.findall(r"\w+|[^\w\s]", without_citations(without_tags(words)))
    ]
    if sum(p.isalnum() for p in pieces) < FEWEST:
        return None
    found = re.search(r"(?:[ \t]|\[\d+\])*".join(pieces), text)
    return trimmed(text, found.start(), found.end()) if found else None


def marked(draft: Draft, span: Span, action_id: ActionId) -> Draft:
    highlight = Highlight(action_id=action_id, start=span.start, end=span.end)
    return draft.model_copy(
        update={
            "highlights": tuple(
                sorted([*draft.highlights, highlight], key=lambda h: (h.start, h.end))
            )
        }
    )


def _after(marks: Sequence[Marked], at: int, shift: int) -> list[Marked]:
    return [
        m.model_copy(update={"start": m.start + shift, "end": m.end + shift})
        if m.start >= at
        else m
        for m in marks
    ]


def _from_the_end(addition: Addition) -> int:
    """Later paragraphs come first, so that the numbers of those before them stay true."""
    return -addition.after_paragraph if addition.after_paragraph > 0 else -(10**6)


def _unusable(written: Written, action_id: ActionId) -> str:
    if not any(h.action_id == action_id for h in written.highlights):
        return "no words of it are marked for the action."
    if len(written.text.split()) > LONGEST:
        return f"it is longer than {LONGEST} words."
    return ""


def _is_item(line: str) -> bool:
    return line.startswith("- ")


def _with_paragraphs(number: int, draft: Draft) -> str:
    lines = [f"({i}) {span.of(draft.text)}" for i, span in enumerate(paragraphs(draft.text), 1)]
    return "\n".join([f"## Section {number}: {draft.plan.title}", *lines])
