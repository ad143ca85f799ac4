"""One pass that carries out actions which the sections left undone: one call for all of them.
Source: MySQA Table 9 (IGNORE)."""

import re
from collections.abc import Iterable, Mapping, Sequence, Set

from myscholar.domain.actions import Action
from myscholar.domain.drafts import Draft, Outline
from myscholar.domain.evidence import ActionId, Quote
from myscholar.domain.model import Frozen
from myscholar.domain.papers import Paper, PaperId
from myscholar.domain.profile import Profile
from myscholar.domain.report import Highlight, shift
from myscholar.domain.text import Span
from myscholar.gateways.llm.llm import LLM, Role
from myscholar.gateways.llm.prompts import render
from myscholar.report.llm.draft_text import number_of, paragraphs, trim, without_citations
from myscholar.report.llm.markup import TAG, Written, read
from myscholar.report.llm.reader import about_reader
from myscholar.report.llm.section_replies import RepairReply, Unmarked
from myscholar.report.llm.sections import quotes_by_paper
from myscholar.report.llm.shown import Numbered, print_actions
from myscholar.report.outcomes import Declined

LONGEST = 220
"""Words of an addition; a model is asked for 120. By hand."""
MOST_QUOTES = 60
"""Quotes that the prompt shows; by hand."""
FEWEST = 4
"""Words of the report that can count as carrying an action out; by hand."""


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
    wanted = {a.action_id for a in missing}
    relevant, reader = _relevant(quotes, wanted), about_reader(profile, numbered)
    prompt = render(
        "report/repair",
        question=question,
        language=outline.language,
        actions=print_actions(numbered),
        missing=", ".join(f"A{n}" for n, a in numbered if a.action_id in wanted),
        reader=reader.text,
        cites_reader=bool(reader.quotes),
        sections=sections_with_paragraphs(drafts),
        quotes=quotes_by_paper(relevant, papers),
    )
    answer = await llm.ask(Role.REPORT, prompt, RepairReply)
    return apply(answer.value, drafts, missing, (*relevant, *reader.quotes), numbered)


def sections_with_paragraphs(drafts: Sequence[Draft]) -> str:
    blocks = []
    for number, draft in enumerate(drafts, 1):
        lines = [f"({i}) {span.of(draft.text)}" for i, span in enumerate(paragraphs(draft.text), 1)]
        blocks.append("\n".join([f"## Section {number}: {draft.plan.title}", *lines]))
    return "\n\n".join(blocks)


def _relevant(quotes: Sequence[Quote], wanted: Set[ActionId]) -> tuple[Quote, ...]:
    """At most MOST_QUOTES: those picked for the wanted actions first, then the most relevant; in
    the order in which they were given."""
    best = sorted(quotes, key=lambda q: (not wanted & set(q.action_ids), -q.relevance))
    kept = {q.quote_id for q in best[:MOST_QUOTES]}
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
    made, done = _with_marks(reply.unmarked, drafts, wanted)
    by_number, known = {n: a.action_id for n, a in numbered}, {number_of(q): q for q in quotes}
    changed, dropped = set[int](), list[str]()
    # later paragraphs come first, so that the numbers of those before them stay true
    at = (a.after_paragraph if a.after_paragraph > 0 else 10**6 for a in reply.additions)
    for _, addition in sorted(zip(at, reply.additions, strict=True), key=lambda pair: -pair[0]):
        n, place = addition.action, addition.section - 1
        if n not in wanted or n in done or not 0 <= place < len(made):
            continue
        written = read(addition.text, title=made[place].plan.title, actions=by_number, known=known)
        if reason := _unusable(written, wanted[n]):
            dropped.append(f"An addition for A{n} was left out: {reason}")
            continue
        own = [known[cited] for cited in sorted(written.cited)]
        made[place] = insert(made[place], written, addition.after_paragraph, own)
        changed.add(place)
        done.add(n)
    declined = tuple(
        Declined(action_id=wanted[i.action], reason=i.reason.strip())
        for i in reply.impossible
        if i.action in wanted and i.action not in done and i.reason.strip()
    )
    return Repaired(
        drafts=tuple(made),
        changed=tuple(sorted(changed)),
        declined=declined,
        dropped=tuple(dropped),
    )


def _with_marks(
    unmarked: Sequence[Unmarked], drafts: Sequence[Draft], wanted: Mapping[int, ActionId]
) -> tuple[list[Draft], set[int]]:
    """With marks on words that carry a wanted action out already, and these actions' numbers."""
    made, done = list(drafts), set[int]()
    for found in unmarked:
        place = found.section - 1
        if found.action not in wanted or not 0 <= place < len(made):
            continue
        if span := span_of(found.words, made[place].text):
            start, end = span
            mark = Highlight(action_id=wanted[found.action], start=start, end=end)
            update = {"highlights": _in_order([*made[place].highlights, mark])}
            made[place] = made[place].model_copy(update=update)
            done.add(found.action)
    return made, done


def _in_order(highlights: Iterable[Highlight]) -> tuple[Highlight, ...]:
    return tuple(sorted(highlights, key=lambda h: (h.start, h.end)))


def insert(draft: Draft, written: Written, after: int, quotes: Sequence[Quote]) -> Draft:
    """The draft with the passage after paragraph `after` (from 1; 0 or beyond: at the end). Marks
    behind it move along; its quotes join the plan's."""
    lines = paragraphs(draft.text)
    at = lines[after - 1].end if 1 <= after <= len(lines) else len(draft.text)
    head, tail = draft.text[:at], draft.text[at:]
    is_item = written.text.startswith("- ")
    goes_on = is_item and head.rpartition("\n")[2].startswith("- ")
    gap = ("\n" if goes_on else "\n\n") if draft.text else ""
    piece = f"{gap}{written.text}"
    if tail.startswith("\n") and not tail.startswith("\n\n") and not is_item:
        piece += "\n"
    own = [shift(h, at + len(gap)) for h in written.highlights]

    def behind(offset: int) -> int:
        return len(piece) if offset >= at else 0

    highlights = [*(shift(h, behind(h.start)) for h in draft.highlights), *own]
    return draft.model_copy(
        update={
            "plan": draft.plan.with_quotes(quotes),
            "text": f"{head}{piece}{tail}",
            "highlights": _in_order(highlights),
            "doubts": tuple(shift(d, behind(d.start)) for d in draft.doubts),
        }
    )


def span_of(words: str, text: str) -> Span | None:
    """Where the words stand in the text, citations and white space aside; None where they don't, or
    are fewer than FEWEST."""
    pieces = [
        re.escape(p) for p in re.findall(r"\w+|[^\w\s]", without_citations(TAG.sub("", words)))
    ]
    if sum(p.isalnum() for p in pieces) < FEWEST:
        return None
    found = re.search(r"(?:[ \t]|\[\d+\])*".join(pieces), text)
    return trim(text, found.start(), found.end()) if found else None


def _unusable(written: Written, action_id: ActionId) -> str:
    if not any(h.action_id == action_id for h in written.highlights):
        return "no words of it are marked for the action."
    if len(written.text.split()) > LONGEST:
        return f"it is longer than {LONGEST} words."
    return ""
