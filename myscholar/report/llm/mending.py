"""What becomes of sentences that a judge finds wanting: they are said anew as far as their quotes
bear them out, and what does not hold at all goes. No model."""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from myscholar.domain.drafts import Draft
from myscholar.domain.model import Frozen
from myscholar.domain.text import Span
from myscholar.report.llm.doubts import find_fault, reports_finding
from myscholar.report.llm.draft_text import CITED
from myscholar.report.llm.judge import Verdicts
from myscholar.report.llm.lexical import (
    CitedSentence,
    borne_out,
    cited_in,
    find_missing_names,
    find_missing_numbers,
    statements,
)
from myscholar.report.llm.markup import read
from myscholar.report.llm.redraft import said_anew, with_space_behind, without
from myscholar.report.llm.section_replies import Support, Verdict
from myscholar.report.llm.sentences_to_check import SentencesToCheck

_LIST_MARKS = re.compile(r"^(?:(?:[-•*]|\d{1,2}[.)])\s+)+")
_STOP = re.compile(rf"[.!?…。！？][\"'”’»)]*(?:\s*{CITED.pattern})*$")
_CAPITAL = re.compile(r"\b[A-Z][\w-]*")
MOST_MORE = 15
"""Words by which a sentence may grow when it is said anew; by hand."""
LONGEST_SUMMARY = 40
"""Words of a summary that is said anew; by hand."""


class Rewritten(Frozen):
    """A sentence as it was and as it was said anew (empty: it was left out at once), and what its
    judge had against it."""

    before: str
    after: str = ""
    why: str = ""
    again: Support | None = None
    """What a judge says of the new one; None until it has read it."""
    is_cut: bool = False
    is_summary: bool = False


@dataclass(frozen=True)
class Mending:
    """`settled` are the places, among the section's sentences, that need no doubt."""

    changes: tuple[tuple[Span, str], ...] = ()
    cuts: tuple[Span, ...] = ()
    settled: frozenset[int] = frozenset()
    rewritten: tuple[Rewritten, ...] = ()
    summary: str | None = None
    """The section's summary said anew; empty: its first sentence stands in; None: it stays."""

    def carry_out(self, draft: Draft) -> Draft:
        """The draft with the changes and without the cuts, which refer to its text."""
        if self.summary is not None:
            draft = draft.model_copy(update={"tldr": self.summary})
        made = said_anew(draft, self.changes)
        moved = [
            Span(cut.start + by, cut.end + by)
            for cut in self.cuts
            for by in [sum(len(w) - (s.end - s.start) for s, w in self.changes if s.start < cut[0])]
        ]
        made = cut_sentences(made, moved)
        return _without_stale_tldr(made) if self.changes else made


def mend(section: SentencesToCheck, judged: Verdicts) -> Mending:
    """A sentence that does not hold goes only where most of the section stays."""
    changes, gone, settled, told = [], [], set[int](), []
    for i, sentence in enumerate(section.sentences):
        verdict = judged.verdicts.get(i)
        if verdict is None or verdict.support is Support.SUPPORTED:
            continue
        if better := _usable(section, sentence, verdict):
            changes.append((sentence.span, better))
            told.append(Rewritten(before=sentence.text, after=better, why=verdict.why))
            settled.add(i)
        elif verdict.support is Support.NOT:
            gone.append((i, sentence, verdict.why))
    if not may_cut(section.draft, [sentence for _, sentence, _ in gone]):
        gone = []
    told += [Rewritten(before=s.text, why=why, is_cut=True) for _, s, why in gone]
    summary = None if section.is_summary_read else _summary(section.draft, judged.on_summary)
    if summary is not None and judged.on_summary:
        before, why = section.draft.tldr, judged.on_summary.why
        told.append(Rewritten(before=before, after=summary, why=why, is_summary=True))
    return Mending(
        tuple(changes),
        tuple(sentence.span for _, sentence, _ in gone),
        frozenset({*settled, *(i for i, *_ in gone)}),
        tuple(told),
        summary,
    )


def _summary(draft: Draft, verdict: Verdict | None) -> str | None:
    """As the judge words it, if it is one new sentence without numbers that the section has not."""
    if verdict is None or not draft.tldr or verdict.support is Support.SUPPORTED:
        return None
    written = read(verdict.better, title="", actions={}, known=())
    better = " ".join((written.text or written.tldr).split())
    is_usable = (
        better != draft.tldr
        and len(statements(better)) == 1
        and len(better.split()) <= LONGEST_SUMMARY
        and not find_missing_numbers(better, _text_and_cells(draft), spelled=False)
    )
    return better if is_usable else ""


def _text_and_cells(draft: Draft) -> str:
    """All whose numbers a summary may repeat."""
    cells = (cell.text for row in draft.table.rows for cell in row) if draft.table else ()
    return " ".join([draft.text, *cells])


def may_cut(draft: Draft, gone: Sequence[CitedSentence]) -> bool:
    """Whether at least half of the section's sentences would stay."""
    return 2 * len(gone) <= len(statements(draft.text))


def cut_sentences(draft: Draft, spans: Sequence[Span]) -> Draft:
    if not spans:
        return draft
    cuts = sorted(with_space_behind(span, draft.text) for span in spans)
    return _without_stale_tldr(without(draft, cuts))


def _without_stale_tldr(draft: Draft) -> Draft:
    """A summary with a number that the section no longer has goes: the first sentence stands in."""
    is_stale = bool(find_missing_numbers(draft.tldr, _text_and_cells(draft), spelled=False))
    return draft.model_copy(update={"tldr": ""}) if is_stale else draft


def _usable(section: SentencesToCheck, sentence: CitedSentence, verdict: Verdict) -> str:
    """The judge's own wording, if it stands in the place of the sentence as one new sentence on the
    same quotes in which a program finds no fault; else empty. One that cites nothing is said anew
    on quotes that its section cites, or as a link or conclusion that cites nothing either."""
    known = sentence.cited or section.cited
    better = _one_line(verdict.better, sentence, known)
    is_same = better == " ".join(sentence.text.split())
    is_long = len(better.split()) > len(sentence.text.split()) + MOST_MORE
    (start, end), text = sentence.span, section.draft.text
    made = CitedSentence(Span(start, start + len(better)), cited_in(better), better)
    says_whose = bool(made.cited) or section.names_own_paper(made)
    stands = (says_whose or _only_links(sentence, made, text)) and made in statements(
        f"{text[:start]}{better}{text[end:]}"
    )
    return better if stands and not (is_same or is_long or find_fault(section, made)) else ""


def _only_links(before: CitedSentence, after: CitedSentence, text: str) -> bool:
    """Whether a sentence of the writer's own stays one: neither cites or tells a finding, and the
    new one has no name that it lacked, nor begins with a word that the section's text lacks."""
    first, _, rest = after.text.partition(" ")
    names = " ".join(_CAPITAL.findall(rest))
    return not (
        before.cited
        or any(reports_finding(s.text) for s in (before, after))
        or find_missing_names(after.text, before.text)
        or borne_out(names, before.text) < 1
        or borne_out(first, text) < 1
    )


def _one_line(better: str, sentence: CitedSentence, known: Collection[int]) -> str:
    """What a judge wrote without list marks, with the full stop and the citations that the sentence
    has; empty for no words, or where a citation stands before them."""
    written = read(better, title="", actions={}, known=known)
    line = _LIST_MARKS.sub("", " ".join(written.text.split())).rstrip(" ,;:")
    if CITED.match(line) or not any(map(str.isalnum, line)):
        return ""
    if _STOP.search(sentence.text) and not _STOP.search(line):
        line += "."
    if sentence.cited and not written.cited:
        end = len(line) - (line[-1] in ".!?")
        line = f"{line[:end].rstrip()} {''.join(f'[{n}]' for n in sentence.cited)}{line[end:]}"
    return line
