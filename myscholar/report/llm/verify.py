"""Whether a section's sentences are borne out by what they cite. What is not is said anew as far as
the quotes go, left out, or becomes a doubt, shown with the words. Source: MySQA Table 9.

Words alone find numbers, quotations and names that the sources don't hold, and what quotes say
otherwise (`doubts`); a judge, where there is one, reads each sentence against its quotes (`judge`).
A judge that fails leaves sentences unscored: that is said, never counts as a verdict, and costs no
sentence.
"""

from collections.abc import Collection, Iterable, Mapping

from myscholar.domain.actions import Action, Category, Verb, Wish
from myscholar.domain.drafts import Draft
from myscholar.domain.evidence import ActionId
from myscholar.domain.flags import ErrorType
from myscholar.domain.model import Frozen
from myscholar.domain.papers import Paper, PaperId
from myscholar.domain.report import Doubt
from myscholar.domain.text import shorten
from myscholar.gateways.llm.llm import LLM, Role
from myscholar.report.llm.doubts import (
    Fault,
    doubt_of,
    find_against,
    find_distance,
    find_fault,
    names_idea,
    uncited_doubts,
)
from myscholar.report.llm.intruders import without_intruders
from myscholar.report.llm.judge import Verdicts, judge_section
from myscholar.report.llm.lexical import CitedSentence, cited_in, statements
from myscholar.report.llm.mending import Mending, Rewritten, mend
from myscholar.report.llm.reader import AboutReader
from myscholar.report.llm.section_replies import Support
from myscholar.report.llm.sentences_to_check import SentencesToCheck
from myscholar.report.llm.shown import Numbered
from myscholar.report.outcome_evidence import ActionVerdict


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
    """A draft with its doubts. `n_cited` sentences say something of papers; `unscored` ones were
    not judged although a judge was asked; `notes` say why."""

    draft: Draft
    n_cited: int = 0
    n_judged: int = 0
    unscored: int = 0
    notes: tuple[str, ...] = ()
    on_actions: tuple[ActionVerdict, ...] = ()
    """What the judge says of the actions that the section is to carry out."""
    judges: tuple[str, ...] = ()
    """The models that read its sentences."""
    rewritten: tuple[Rewritten, ...] = ()
    """What was said anew or left out because quotes did not bear it out."""


async def verify_section(
    draft: Draft,
    papers: Mapping[PaperId, Paper],
    *,
    language: str = "English",
    actions: Numbered = (),
    reader: AboutReader = AboutReader(),
    earlier: Checked | None = None,
    llm: LLM,
) -> Checked:
    """The draft as far as its quotes bear it out, with a doubt for each sentence where they don't.

    `actions` are all that were chosen; `reader` is what the prompt said of the reader's papers.
    Where the draft grew out of an `earlier` one, only new sentences are checked and what was found
    of the others stays. A judge that fails leaves the words' own check; of LLMError raises
    NotRecorded alone.
    """
    section = _section(draft, papers, actions, reader, earlier)
    own, ascribing = own_actions(draft, actions), section.ascribing
    faults = {i: f for i, s in ascribing.items() if (f := find_fault(section, s))}
    judged = Verdicts()
    if llm.can(Role.JUDGE) and (ascribing or own):
        judged = await judge_section(section, {i: f.reason for i, f in faults.items()}, own, llm)
    mending = mend(section, judged)
    doubts = [
        *_kept_doubts(draft, section, earlier),
        *_doubts(section, faults, judged, mending, language),
        *uncited_doubts(section, judged.verdicts),
    ]
    n_judged = len(judged.verdicts.keys() & ascribing.keys())
    sources = " ".join([reader.text, *(q.evidence.text for q in draft.plan.quotes)])
    kept, left_out = without_intruders(mending.carry_out(with_doubts(draft, doubts)), sources)
    made = Checked(
        draft=kept,
        n_cited=len(ascribing),
        n_judged=n_judged,
        unscored=len(ascribing) - n_judged if llm.can(Role.JUDGE) else 0,
        notes=(*_notes(draft, judged), *left_out),
        on_actions=judged.on_actions,
        judges=(judged.model,) if judged.verdicts else (),
        rewritten=mending.rewritten,
    )
    return _grown(made, earlier) if earlier else made


def _section(
    draft: Draft,
    papers: Mapping[PaperId, Paper],
    actions: Numbered,
    reader: AboutReader,
    earlier: Checked | None,
) -> SentencesToCheck:
    known = {s.text for s in statements(earlier.draft.text)} if earlier else set()
    found = tuple(s for s in statements(draft.text) if s.text not in known)
    ideas = asking_for_ideas(action for _, action in actions)
    proposals = frozenset(s for s in found if _is_idea(s, draft, ideas))
    is_summary_read = earlier is not None and earlier.draft.tldr == draft.tldr
    return SentencesToCheck(draft, found, proposals, papers, reader, is_summary_read)


def _is_idea(sentence: CitedSentence, draft: Draft, ideas: Collection[ActionId]) -> bool:
    """Whether it says that it is an idea, or is marked for an action that asks for one."""
    start, end = sentence.span
    marked = (h for h in draft.highlights if h.start < end and start < h.end)
    return any(h.action_id in ideas for h in marked) or names_idea(sentence.text)


def own_actions(draft: Draft, actions: Numbered) -> Numbered:
    """Those that the section is to carry out, or has words marked for."""
    own = {*draft.plan.action_ids, *(h.action_id for h in draft.highlights)}
    return tuple((n, action) for n, action in actions if action.action_id in own)


def _doubts(
    section: SentencesToCheck,
    faults: Mapping[int, Fault],
    judged: Verdicts,
    mending: Mending,
    language: str,
) -> Iterable[Doubt]:
    """What a program is sure of counts whatever a judge says; else the judge's word does, where it
    has read the sentence."""
    for i, sentence in enumerate(section.sentences):
        verdict, fault = judged.verdicts.get(i), faults.get(i)
        if i in mending.settled:
            continue
        if verdict and verdict.support is not Support.SUPPORTED:
            yield doubt_of(sentence, ErrorType.FACTUAL, find_against(verdict), judged.model)
        elif fault and (fault.is_sure or not verdict):
            yield doubt_of(sentence, ErrorType.FACTUAL, fault)
        elif verdict or i not in section.ascribing:
            continue
        elif distance := find_distance(section, sentence, language):
            yield doubt_of(sentence, ErrorType.FACTUAL, distance)


def _kept_doubts(
    draft: Draft, section: SentencesToCheck, earlier: Checked | None
) -> Iterable[Doubt]:
    """What was doubted of sentences that are still there word for word."""
    if earlier is None:
        return
    before = earlier.draft
    flags = {
        s.text: [d.flag for d in before.doubts if d.start < s.span.end and s.span.start < d.end]
        for s in statements(before.text)
    }
    new = frozenset(section.sentences)
    for s in statements(draft.text):
        if s not in new:
            for flag in flags.get(s.text, ()):
                yield Doubt(start=s.span.start, end=s.span.end, flag=flag)


def with_doubts(draft: Draft, doubts: Iterable[Doubt]) -> Draft:
    ordered = tuple(sorted(doubts, key=lambda d: (d.start, d.end)))
    return draft.model_copy(update={"doubts": ordered})


def _notes(draft: Draft, judged: Verdicts) -> tuple[str, ...]:
    title = shorten(draft.plan.title, 60)
    failed = f"The sentences of “{title}” were not checked against their quotes: {judged.failed}"
    return (failed,) if judged.failed else ()


def _grown(made: Checked, earlier: Checked) -> Checked:
    """With what was found of the sentences that are still there, and what was left out of the
    earlier text or noted of it, where at least half of it is. Of sentences that are gone it is not
    known which were judged: at least the rest was."""
    now = {s.text for s in statements(made.draft.text)}
    before = statements(earlier.draft.text)
    gone = [s for s in before if s.text not in now]
    stays = 2 * len(gone) <= len(before)
    n_cut = 0 if stays else sum(r.is_cut and bool(cited_in(r.before)) for r in earlier.rewritten)
    n_gone = min(earlier.n_cited, n_cut + sum(bool(s.cited) for s in gone))
    n_judged = max(0, earlier.n_judged - n_gone)
    n_kept = earlier.n_cited - n_gone
    on_actions = {v.action_id: v for v in (*earlier.on_actions, *made.on_actions)}
    return made.model_copy(
        update={
            "n_cited": made.n_cited + n_kept,
            "n_judged": made.n_judged + n_judged,
            "unscored": made.unscored + (n_kept - n_judged if earlier.unscored else 0),
            "notes": tuple(dict.fromkeys((*(earlier.notes if stays else ()), *made.notes))),
            "on_actions": tuple(on_actions.values()),
            "judges": tuple(dict.fromkeys((*(earlier.judges if n_judged else ()), *made.judges))),
            "rewritten": (
                *(r for r in earlier.rewritten if _still_holds(r, made.draft, now, stays)),
                *made.rewritten,
            ),
        }
    )


def _still_holds(said: Rewritten, draft: Draft, now: Collection[str], stays: bool) -> bool:
    """Whether it is true of the draft, whose sentences are `now`; `stays` says that most of the
    text does."""
    if said.is_summary:
        return said.after == draft.tldr
    return stays if said.is_cut else said.after in now
