"""What became of an action that a model was to carry out in words: the words that are marked for
it, less what speaks against them."""

import re
from collections import Counter

from myscholar.domain.actions import Stage, Verb
from myscholar.domain.report import OutcomeStatus
from myscholar.domain.text import counted, listed, shorten
from myscholar.report.action_searches import adds_to_search, judge_search
from myscholar.report.outcome_evidence import ActionEvidence, Finding, OutcomeEvidence
from myscholar.text.lexicons import pattern

FEWEST_WORDS = 12
"""Words of an action's marked spans below which it counts as partly carried out; by hand."""
LONGEST_QUOTE = 160
"""Characters of the report's own words that a reason quotes; by hand."""
MOST_NAMED = 4
"""Sections that a reason names one by one; by hand."""
_NO_MEASURE = pattern("reports.no_measure")
_SEARCHING = (Stage.SEARCH_ADD, Stage.SEARCH_REFINE)
_DONE, _PARTLY, _NOT = OutcomeStatus.DONE, OutcomeStatus.PARTLY, OutcomeStatus.NOT_DONE


def in_marked_words(own: ActionEvidence, evidence: OutcomeEvidence) -> Finding:
    return as_judged(own, _by_words(own, evidence) if own.spans else _without_words(own, evidence))


def as_judged(own: ActionEvidence, found: Finding) -> Finding:
    """Never kinder than the judges of the sections."""
    if own.verdicts and all(v.status is not _DONE for v in own.verdicts):
        return found.at_most(Finding(_PARTLY, ""))
    return found


def _by_words(own: ActionEvidence, evidence: OutcomeEvidence) -> Finding:
    found = _by_kind(own, evidence)
    if adds_to_search(own):
        found = found.at_most(judge_search(own, evidence, has_words=True))
    if own.admissions:
        found = found.at_most(admitted(own, evidence))
    if own.n_doubted:
        passages = counted(own.n_doubted, "more passage")
        said = f"Not counted: {passages} whose citations don't bear out the words."
        found = found.at_most(Finding(_DONE, said))
    return found


def _by_kind(own: ActionEvidence, evidence: OutcomeEvidence) -> Finding:
    """Whether the words are of the kind that the action asks for, and where they stand."""
    texts = [evidence.sections[s.section].text[s.start : s.end] for s in own.spans]
    if own.verb is Verb.NUMBERS and not any(
        re.search(r"\d", _NO_MEASURE.sub("", text)) for text in texts
    ):
        return Finding(_NOT, "The words marked for it hold no measured result.")
    where = _where(own, evidence)
    if own.verb is Verb.ADD_SECTION and own.own_section is None:
        return Finding(_PARTLY, f"It has no section of its own; it is taken up in {where}.")
    if sum(len(re.findall(r"\w+", text)) for text in texts) < FEWEST_WORDS:
        words = shorten(texts[0], LONGEST_QUOTE)
        return Finding(_PARTLY, f"Only a few words carry it out, in {where}: “{words}”.")
    if own.own_section is not None:
        return Finding(_DONE, f"{evidence.name_of(own.own_section)}, was written for it.")
    return Finding(_DONE, f"It is taken up in {where}.")


def _where(own: ActionEvidence, evidence: OutcomeEvidence) -> str:
    """ "section 2, “Frost”", or "sections 1, 2 and 4, most of all in section 2, “Frost”"."""
    n_words = Counter[int]()
    for s in own.spans:
        n_words[s.section] += len(evidence.sections[s.section].text[s.start : s.end].split())
    most = max(n_words, key=lambda i: n_words[i])
    main = f"section {most + 1}, “{evidence.sections[most].title}”"
    if len(n_words) == 1:
        return main
    n, n_all = len(n_words), len(evidence.sections)
    named = f"sections {listed([str(i + 1) for i in sorted(n_words)])}"
    if n == n_all:
        named = "both sections" if n == 2 else f"all {n} sections"
    elif n > MOST_NAMED:
        named = f"{n} of the {n_all} sections"
    return f"{named}, most of all in {main}"


def _without_words(own: ActionEvidence, evidence: OutcomeEvidence) -> Finding:
    is_denied = bool(own.verdicts) and all(v.status is _NOT for v in own.verdicts)
    said = ""
    if own.n_denied:
        said = "Words are marked for it, but they don't do what it asks for."
    elif own.n_doubted:
        said = "The words marked for it don't count, as their citations don't bear them out."
    elif own.admissions:
        said = admitted(own, evidence).said
    elif own.own_section is not None and not is_denied:
        named = evidence.name_of(own.own_section)
        said = f"{named}, was written for it, but none of its words are marked as carrying it out."
        return Finding(_PARTLY, said)
    if own.action.stage in _SEARCHING:
        searched = judge_search(own, evidence, has_words=False)
        return searched.at_most(Finding(_PARTLY if said else _DONE, said))
    return Finding(_NOT, said or "No words of the report are marked as carrying it out.")


def admitted(own: ActionEvidence, evidence: OutcomeEvidence) -> Finding:
    """What the report itself says that the sources lack for the action."""
    s = own.admissions[0]
    words = shorten(evidence.sections[s.section].text[s.start : s.end], LONGEST_QUOTE)
    return Finding(_PARTLY, f"Section {s.section + 1} says: “{words}”")
