"""The whole report in one answer, without an outline step: a variant for ablation, worse than the
product's way. Source: MySQA A.5, Table 6."""

import re
from collections.abc import Callable, Mapping, Sequence

from myscholar.domain.actions import Action, Stage, Verb
from myscholar.domain.drafts import Draft, Outline, SectionPlan
from myscholar.domain.evidence import Quote
from myscholar.domain.orders import Visibility
from myscholar.domain.papers import Paper, PaperId
from myscholar.domain.profile import Profile
from myscholar.domain.report import SectionFormat
from myscholar.domain.runs import ignore
from myscholar.domain.text import shorten
from myscholar.gateways.llm.llm import LLM, Role
from myscholar.gateways.llm.prompts import render
from myscholar.report.llm.draft_text import CITED, number_of
from myscholar.report.llm.markup import read
from myscholar.report.llm.reader import about_reader
from myscholar.report.llm.sections import quotes_by_paper
from myscholar.report.llm.shown import Numbered, number_actions, print_actions

WORDS, FEW_WORDS = (
    "1,800 to 2,800 words in all",
    "700 to 1,200 words in all: the reader wants it short",
)
_TITLE = re.compile(r"\A\s*#\s+(.+)$", re.MULTILINE)
_SECTION = re.compile(r"^##\s+(.+)$", re.MULTILINE)


async def write_in_one(
    quotes: Sequence[Quote],
    papers: Mapping[PaperId, Paper],
    actions: Sequence[Action],
    *,
    question: str,
    language: str = "English",
    profile: Profile | None = None,
    llm: LLM,
    on_text: Callable[[str], None] = ignore,
) -> tuple[Outline, tuple[Draft, ...]]:
    """One repair where there are no sections or no citations. Raises LLMError."""
    numbered = number_actions(actions, Stage.GENERATION, Visibility.ONE_PROMPT)
    reader = about_reader(profile, numbered)
    prompt = render(
        "report/one_prompt",
        question=question,
        language=language,
        actions=print_actions(numbered),
        reader=reader.text,
        cites_reader=bool(reader.quotes),
        words=FEW_WORDS if any(a.directive.verb is Verb.BRIEF for a in actions) else WORDS,
        papers=quotes_by_paper(quotes, papers),
    )
    answer = await llm.write(
        Role.REPORT, prompt, problems=lambda text: _problems(text, quotes), on_text=on_text
    )
    drafts = _drafts(
        answer.value, [*quotes, *reader.quotes], numbered, question=question, origin=answer.model
    )
    found = _TITLE.match(answer.value)
    outline = Outline(
        title=shorten(found[1].rstrip("# \r") if found else question, 160),
        language=language,
        sections=tuple(d.plan for d in drafts),
    )
    return outline, tuple(drafts)


def _drafts(
    raw: str, quotes: Sequence[Quote], numbered: Numbered, *, question: str, origin: str
) -> list[Draft]:
    """Sections by their headings; a text without any is one section. Each plan has the quotes that
    were cited and the actions that were marked."""
    by_number, known = {n: a.action_id for n, a in numbered}, {number_of(q): q for q in quotes}
    drafts = []
    for title, body in _parts(raw, question):
        written = read(body, title=title, actions=by_number, known=known)
        if not written.text:
            continue
        lines = [line for line in written.text.split("\n") if line.strip()]
        is_list = 2 * sum(line.startswith("- ") for line in lines) > len(lines)
        plan = SectionPlan(
            title=title,
            format=SectionFormat.LIST if is_list else SectionFormat.SYNTHESIS,
            quotes=tuple(known[n] for n in sorted(written.cited)),
            action_ids=tuple(dict.fromkeys(h.action_id for h in written.highlights)),
        )
        drafts.append(written.draft(plan, origin))
    return drafts


def _parts(raw: str, question: str) -> list[tuple[str, str]]:
    """(title, text) of each section; what stands before the first heading, but the report's title,
    is left out where there are headings."""
    _, *pieces = _SECTION.split(raw)
    parts = [
        (shorten(t, 120), body)
        for title, body in zip(pieces[::2], pieces[1::2], strict=True)
        if (t := title.strip("*_# \t\r"))
    ]
    return parts or [(shorten(question, 120), _TITLE.sub("", raw, count=1))]


def _problems(raw: str, quotes: Sequence[Quote]) -> tuple[str, ...]:
    known = {number_of(q) for q in quotes}
    if not _SECTION.search(raw):
        return ('There are no sections. Begin each with a line "## " and its title.',)
    if known and not known & {int(n) for n in CITED.findall(raw)}:
        return (
            "Nothing is cited. Put the number of the quote, as in [3], after every sentence that "
            "rests on one.",
        )
    return ()
