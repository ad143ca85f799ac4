"""Whether a section's sentences are borne out by what they cite. What is not becomes a doubt, shown
with the words. Source: MySQA Table 9.

Words alone find numbers and names that the sources don't hold and sentences that share hardly a
word with their quotes; a judge, where one is set, reads each cited sentence against its quotes. A
judge that fails leaves sentences unscored: that is said and never counts as a verdict.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from myscholar.domain.actions import Action, Category, Verb, Wish
from myscholar.domain.evidence import ActionId
from myscholar.domain.flags import ErrorType, Flag, Severity
from myscholar.domain.model import Frozen
from myscholar.domain.papers import Paper, PaperId, short_authors
from myscholar.domain.report import Doubt, Draft
from myscholar.domain.text import counted, shorten
from myscholar.errors import LLMError
from myscholar.gateways.llm.llm import LLM, Role
from myscholar.gateways.llm.prompts import render
from myscholar.report.llm.lexical import (
    CitedSentence,
    borne_out,
    misquoted,
    missing_names,
    missing_numbers,
    statements,
    stems,
)
from myscholar.report.llm.markup import number_of, without_citations, words_of
from myscholar.report.llm.section_replies import JudgeReply, Support, Verdict

FEWEST_SHARED = 0.25
"""Share of a sentence's content words that its sources must hold, where no judge reads it; below it
is doubted. In answers that experts wrote by hand 8 % of the citations are below, on the bundled
sample none; of citations exchanged for another one half and 85 %."""
FEWEST_WORDS = 5
"""Distinct content words of a sentence from which shares say something."""
SAME = 0.6
"""Jaccard index of content stems from which two sentences of different sections say the same."""

_FINDING = re.compile(
    r"\b(?:shows?|showed|finds?|found|reports?|reported|observes?|observed|argues?|argued"
    r"|concludes?|concluded) that\b|\bet al\.|\baccording to [A-Z]"
    r"|\b(?:achiev|outperform|improv|reach|reduc|demonstrat|measur|propos|introduc|surpass|rais"
    r"|lower)(?:es|ed|s)\b",
    re.IGNORECASE,
)
_PARTICIPLE = re.compile(
    r"\b(?:the|an?|its|their|most|more|\w+est) (?:achieved|improved|reached|reduced|demonstrated"
    r"|measured|proposed|introduced|surpassed|raised|lowered)(?= \w)",
    re.IGNORECASE,
)
"""The same words as adjectives: "the clearest measured threat" reports nothing."""
_MEASURES = re.compile(
    r"(?:^|\b(?:the|these|those|such|other|both|all|some|most|many|two|three|four|of|by|between"
    r"|with|automatic|lexical) )measures\b",
    re.IGNORECASE,
)
"""What is measured with: "Measures of support disagree" reports nothing."""
_OWN_THOUGHT = re.compile(
    r"(?:^such|\bdo(?:es)? not (?:show|prove|tell) (?:that|whether)|\btaken "
    r"together)\b|\b(?:together,|overall|in sum|in short|across (?:these|the|both)|read "
    r"together|side by side|reading across|these (?:results|findings|studies|papers|works|two"
    r"|three)"
    r"|both|the (?:two|three|four|quotes|papers|evidence|literature|studies|sections?)|none of|no "
    r"(?:paper|source)|neither|suggests? that|implies|it follows|so the|this "
    r"(?:means|leaves|suggests|points)"
    r"|sources (?:found|read)|apart from|therefore|perhaps|may|might|could|would|should|idea"
    r"|hypothes[ie]s|propos(?:e|al) (?:a|to|here)|if |your?|the reader)\b",
    re.IGNORECASE,
)
_EXAMPLE = re.compile(r"(?:picture|imagine|think of|suppose|take|consider)\b", re.IGNORECASE)
_IDEA = re.compile(
    r"\b(?:ideas?|hypothes[ie]s|follow-up|next (?:study|experiment)|could be tested)\b",
    re.IGNORECASE,
)
_YOURS = re.compile(r"\byours?\b", re.IGNORECASE)
_NEGATION = re.compile(
    r"\b(?:not|no|never|neither|nor|cannot|fails? to|without|lacks?)\b|n't\b", re.IGNORECASE
)


def asking_for_ideas(actions: Iterable[Action]) -> frozenset[ActionId]:
    """The actions whose words are the writer's own proposals, which no source can bear out."""
    return frozenset(
        a.action_id
        for a in actions
        if a.directive.verb is Verb.NEXT_STEPS
        or (
            a.category is Category.RESEARCH_IDEAS
            and a.directive.verb is not Verb.CONNECT
            and a.has_wish(Wish.IDEAS)
        )
    )


class Checked(Frozen):
    """A draft with its doubts. `unscored` cited sentences were not judged although a judge was
    asked; `notes` say why."""

    draft: Draft
    n_cited: int = 0
    n_judged: int = 0
    unscored: int = 0
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Sources:
    """All words that may bear a sentence out: its quotes, the rest of the cited papers, and, where
    it speaks of them, the reader's own."""

    papers: Mapping[PaperId, Paper]
    reader: str = ""

    def quotable(self, draft: Draft, statement: CitedSentence) -> str:
        """What may stand in quotation marks: the cited papers' own words and titles, never a
        summary's; and the reader's papers'."""
        papers = {q.evidence.paper_id for q in draft.plan.quotes if number_of(q) in statement.cited}
        own = [
            p.text
            for i in papers
            if i in self.papers
            for p in self.papers[i].passages
            if p.kind.is_verbatim
        ]
        quoted = [
            q.evidence.text
            for q in draft.plan.quotes
            if q.evidence.paper_id in papers and q.evidence.kind.is_verbatim
        ]
        return " ".join(
            [
                *quoted,
                *own,
                *(self.papers[i].title for i in papers if i in self.papers),
                self.reader,
            ]
        )

    def around(self, draft: Draft, statement: CitedSentence) -> str:
        evidence = [q.evidence for q in draft.plan.quotes if number_of(q) in statement.cited]
        cited = [
            _all_of(self.papers[p])
            for p in dict.fromkeys(e.paper_id for e in evidence)
            if p in self.papers
        ]
        own = self.reader if _YOURS.search(_with_the_sentence_before(draft.text, statement)) else ""
        return " ".join([*(e.text for e in evidence), *cited, own])


async def verify_section(
    draft: Draft,
    papers: Mapping[PaperId, Paper],
    *,
    language: str = "English",
    ideas: Collection[ActionId] = (),
    reader: str = "",
    earlier: Draft | None = None,
    llm: LLM,
) -> Checked:
    """The draft with a doubt for each sentence that its quotes don't bear out.

    `ideas` are the actions that ask for ideas of the writer's own; `reader` is what the prompt said
    of the reader's papers. Where the draft grew out of an `earlier` one, only new sentences are
    checked and its other doubts stay. Never raises LLMError: a judge that fails leaves the words'
    own check.
    """
    known = {s.span.of(earlier.text) for s in statements(earlier.text)} if earlier else set()
    found = [s for s in statements(draft.text) if s.span.of(draft.text) not in known]
    cited = [s for s in found if s.cited]
    own = frozenset(s for s in found if _is_idea(s, draft, ideas))
    judges = llm.can(Role.JUDGE)
    verdicts, notes = (
        await _judged(draft, cited, papers, reader, llm) if cited and judges else ({}, ())
    )
    doubts = [
        *(draft.doubts if earlier else ()),
        *_cited_doubts(draft, cited, verdicts, Sources(papers, reader), own, language),
        *_uncited_doubts(draft, found, own),
    ]
    checked = draft.model_copy(
        update={"doubts": tuple(sorted(doubts, key=lambda d: (d.start, d.end)))}
    )
    unscored = len(cited) - len(verdicts) if judges else 0
    return Checked(
        draft=checked, n_cited=len(cited), n_judged=len(verdicts), unscored=unscored, notes=notes
    )


def across(drafts: Sequence[Draft]) -> tuple[Draft, ...]:
    """The drafts with a doubt for sentences that say again, or deny, what an earlier section
    says."""
    earlier: list[tuple[int, str, frozenset[str]]] = []
    made = []
    for number, draft in enumerate(drafts, 1):
        own = [(s, s.span.of(draft.text)) for s in statements(draft.text)]
        doubts = [d for d in draft.doubts if d.flag.error_type is not ErrorType.REPORT_GLOBAL]
        doubts += [d for s, text in own if (d := _global_doubt(s, text, earlier))]
        made.append(
            draft.model_copy(
                update={"doubts": tuple(sorted(doubts, key=lambda d: (d.start, d.end)))}
            )
        )
        earlier += [(number, text, stems(text)) for _, text in own]
    return tuple(made)


def note_of(checked: Sequence[Checked], *, judge: str = "") -> tuple[str, ...]:
    """What the reader should know of the checks: each failure once, and how many sentences no judge
    has read."""
    unscored = sum(c.unscored for c in checked)
    said = dict.fromkeys(note for c in checked for note in c.notes)
    if not unscored:
        return tuple(said)
    n = sum(c.n_cited for c in checked)
    return (
        *said,
        f"{unscored} of {counted(n, 'cited sentence')} could not be judged by "
        f"{judge or 'the judge'}; their words were compared only.",
    )


async def _judged(
    draft: Draft,
    cited: Sequence[CitedSentence],
    papers: Mapping[PaperId, Paper],
    reader: str,
    llm: LLM,
) -> tuple[dict[int, Verdict], tuple[str, ...]]:
    """Verdicts by the place of the sentence among the cited ones, from 0."""
    lines = [f"{i}. {' '.join(s.span.of(draft.text).split())}" for i, s in enumerate(cited, 1)]
    used = {n for s in cited for n in s.cited}
    quotes = [
        f"[{number_of(q)}] {_whose(q.evidence.paper_id, papers)}{words_of(q)}"
        for q in draft.plan.quotes
        if number_of(q) in used
    ]
    told = reader if any(_YOURS.search(line) for line in lines) else ""
    prompt = render(
        "report/judge_section", sentences="\n".join(lines), reader=told, quotes="\n".join(quotes)
    )
    try:
        answer = await llm.ask(Role.JUDGE, prompt, JudgeReply)
    except LLMError as error:
        return {}, (f"The citations of “{shorten(draft.plan.title, 60)}” were not judged: {error}",)
    return {v.sentence - 1: v for v in answer.value.verdicts if 1 <= v.sentence <= len(cited)}, ()


def _whose(paper_id: PaperId, papers: Mapping[PaperId, Paper]) -> str:
    return f"({papers[paper_id].citation_label}) " if paper_id in papers else ""


def _cited_doubts(
    draft: Draft,
    cited: Sequence[CitedSentence],
    verdicts: Mapping[int, Verdict],
    sources: Sources,
    own: Collection[CitedSentence],
    language: str,
) -> Iterator[Doubt]:
    """A number or a quotation that the sources don't hold counts whatever a judge says; names and
    few shared words only where none has read the sentence."""
    for i, statement in enumerate(cited):
        sentence, around = statement.span.of(draft.text), sources.around(draft, statement)
        if numbers := missing_numbers(sentence, around, spelled=statement not in own):
            reason = (
                f"The {counted(len(numbers), 'number').partition(' ')[2]} {', '.join(numbers)} "
                f"{_are(numbers)} not in what is cited."
            )
            yield _doubt(statement, ErrorType.FACTUAL, Severity.WARNING, reason)
        elif wrong := misquoted(sentence, sources.quotable(draft, statement)):
            reason = (
                f"“{shorten(wrong[0], 80)}” stands in quotation marks but not in what is cited."
            )
            yield _doubt(statement, ErrorType.FACTUAL, Severity.WARNING, reason)
        elif i in verdicts:
            if verdicts[i].support is not Support.SUPPORTED:
                yield _doubt(statement, ErrorType.FACTUAL, *_verdict_words(verdicts[i]))
        elif names := missing_names(sentence, f"{around} {_context(draft)}"):
            yield _doubt(
                statement,
                ErrorType.FACTUAL,
                Severity.HINT,
                f"{', '.join(names)} {_are(names)} not in what is cited.",
            )
        elif language == "English" and statement not in own and _shares_little(sentence, around):
            reason = "The sentence shares few words with what it cites; read the quote."
            yield _doubt(statement, ErrorType.FACTUAL, Severity.HINT, reason)


def _with_the_sentence_before(text: str, statement: CitedSentence) -> str:
    """Both, if they are of one paragraph: "Your 2024 paper asks it. Its judges fail in 22 cases
    ..." speaks of one thing."""
    paragraph = text.rfind("\n", 0, statement.span.start) + 1
    before = [
        s.span.start for s in statements(text) if paragraph <= s.span.start < statement.span.start
    ]
    return text[before[-1] if before else statement.span.start : statement.span.end]


def _shares_little(sentence: str, around: str) -> bool:
    return len(stems(sentence)) >= FEWEST_WORDS and borne_out(sentence, around) < FEWEST_SHARED


def _context(draft: Draft) -> str:
    """Where else in the section a name may come from."""
    return " ".join(
        [draft.plan.title, draft.plan.brief, *(q.evidence.text for q in draft.plan.quotes)]
    )


def _are(things: Sequence[str]) -> str:
    return "is" if len(things) == 1 else "are"


def _verdict_words(verdict: Verdict) -> tuple[Severity, str]:
    why = f": {shorten(verdict.why, 160).rstrip('.')}." if verdict.why.strip() else "."
    if verdict.support is Support.PARTLY:
        return Severity.HINT, f"A judge finds that the quotes bear this out in part{why}"
    return Severity.WARNING, f"A judge finds that the quotes don't bear this out{why}"


def _uncited_doubts(
    draft: Draft, found: Sequence[CitedSentence], own: Collection[CitedSentence]
) -> Iterator[Doubt]:
    """Sentences that state a finding and cite nothing. Sentences that link, conclude or propose are
    the writer's and stand without."""
    for i, statement in enumerate(found):
        sentence = statement.span.of(draft.text)
        if (
            statement.cited
            or statement in own
            or not _states_a_finding(sentence)
            or _illustrates(draft.text, found[max(0, i - 1) : i + 1])
        ):
            continue
        if not _is_taken_up(sentence, found[i + 1 : i + 2], draft):
            yield _doubt(
                statement,
                ErrorType.FACTUAL,
                Severity.HINT,
                "This states a finding and cites nothing.",
            )


def _illustrates(text: str, last: Sequence[CitedSentence]) -> bool:
    """Whether the last sentence, or the one before it in its paragraph, opens an example of the
    writer's own: "Picture a ring. Its atoms ..."."""
    here = [s for s in last if "\n" not in text[s.span.end : last[-1].span.start]]
    return any(_EXAMPLE.match(s.span.of(text)) and not s.cited for s in here)


def _is_idea(statement: CitedSentence, draft: Draft, ideas: Collection[ActionId]) -> bool:
    """Whether the sentence says that it is an idea, or is marked for an action that asks for
    one."""
    marked = any(
        h.action_id in ideas and h.start < statement.span.end and statement.span.start < h.end
        for h in draft.highlights
    )
    return marked or bool(_IDEA.search(statement.span.of(draft.text)))


def _states_a_finding(sentence: str) -> bool:
    plain = sentence.strip()
    if len(plain.split()) < 7 or plain.endswith(("?", ":")):
        return False
    has_measure = bool(re.search(r"\d+(?:[.,]\d+)?\s?(?:%|percent|points?\b)", plain))
    return (has_measure and not _YOURS.search(plain)) or (
        bool(_FINDING.search(_MEASURES.sub(" ", _PARTICIPLE.sub(" ", plain))))
        and not _OWN_THOUGHT.search(plain)
    )


def _is_taken_up(sentence: str, following: Sequence[CitedSentence], draft: Draft) -> bool:
    """Whether the next sentence cites quotes that bear this one out too: "They ask three things.
    The first ... [4]."."""
    texts = [
        q.evidence.text
        for q in draft.plan.quotes
        if following and number_of(q) in following[0].cited
    ]
    return bool(texts) and borne_out(sentence, " ".join(texts)) >= 0.5


def _global_doubt(
    statement: CitedSentence, text: str, earlier: Iterable[tuple[int, str, frozenset[str]]]
) -> Doubt | None:
    own = stems(text)
    if len(own) < FEWEST_WORDS:
        return None
    for number, other, theirs in earlier:
        if len(own & theirs) < SAME * len(own | theirs):
            continue
        if bool(_NEGATION.search(text)) != bool(_NEGATION.search(other)):
            said = (
                f"Section {number} says the opposite in nearly the same words: "
                f"“{shorten(without_citations(other), 120)}”"
            )
            return _doubt(statement, ErrorType.REPORT_GLOBAL, Severity.WARNING, said)
        return _doubt(
            statement,
            ErrorType.REPORT_GLOBAL,
            Severity.HINT,
            f"Section {number} says nearly the same.",
        )
    return None


def _doubt(statement: CitedSentence, kind: ErrorType, severity: Severity, reason: str) -> Doubt:
    flag = Flag(error_type=kind, severity=severity, reason=reason)
    return Doubt(start=statement.span.start, end=statement.span.end, flag=flag)


def _all_of(paper: Paper) -> str:
    facts = [paper.title, short_authors(paper.authors), paper.venue or "", str(paper.year or "")]
    return " ".join([*facts, *paper.authors, *(p.text for p in paper.passages)])
