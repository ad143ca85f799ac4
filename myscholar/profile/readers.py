"""Readers that the papers name or take for granted without calling them a group: fields, uses, stakes, what must be known. Source: MySQA D.2."""

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence

from myscholar.domain.profile import ProfileAspect
from myscholar.domain.text import counted
from myscholar.profile.acronyms import definitions, short_forms
from myscholar.profile.drafts import Desk, Draft
from myscholar.profile.groups import FIELD, NEWCOMERS, STAKES, STAKES_CUT, USES, USES_CUT, fields_of
from myscholar.profile.reading import ReadPaper, Sentence
from myscholar.profile.wording import listed
from myscholar.text.labels import is_name_like

_GENERAL_ACRONYMS = frozenset(
    """
    IEEE ACM AI ML NLP CPU GPU API PDF USA UK EU URL ID RGB USD PhD QA OK II III IV VI VII VIII IX XI HTML HTTP CSV JSON SQL
    TV PC OS IT NLI IID ACL CVPR ICCV ECCV ICML ICLR NIPS EMNLP NAACL AAAI MICCAI PLOS SOTA CNN DNN LLM LLMS CNNS DNNS AND
    NOT FOR THE BY GB MB RAM SGD COVID FIG
    """.split()
)
MOST_COMMON_ACRONYM = 0.004
"""An acronym in a larger share of background abstracts is known to every reader."""


def on_venues(desk: Desk) -> Draft | None:
    """The field in whose venues most papers appeared, narrowed to what the papers are about."""
    of_field: dict[str, list[ReadPaper]] = defaultdict(list)
    for paper in desk.shelf.papers:
        field = fields_of(paper.paper.venue or "")
        if field:
            of_field[field].append(paper)
    field, papers = max(of_field.items(), key=lambda i: len(i[1]), default=("", []))
    if not papers or (len(papers) < 2 and len(desk.shelf.papers) > 2):
        return None
    numbers = {p.number for p in papers}
    about = [k.short_label for k in desk.phrases if len(numbers & set(k.mentions)) >= min(2, len(numbers)) and k.is_established][
        :2
    ]
    supports = [(p, s) for p in papers if (s := desk.quote(p, lambda s: 1.0 if s.in_abstract or s.position < 0.1 else 0.0))]
    if not supports:
        return None
    subject = desk.shelf.some([p for p, _ in supports])
    venues = listed(list(dict.fromkeys(p.paper.venue or "" for p, _ in supports))[:3])
    readers = f"{field} readers, above all those who work on {listed(about)}" if about else f"{field} readers"
    return Draft(
        aspect=ProfileAspect.AUDIENCE,
        text=f"{subject.broadly} {subject.verb('are', 'is')} written for {readers}{subject.count}; {subject.pronoun} appeared at {venues}.",
        supports=tuple(desk.support(p, s, f"One paper appeared at {p.paper.venue}.") for p, s in supports),
        basis=f"Venues of {counted(len(papers), 'paper')} of {len(desk.shelf.papers)} read belong to {field}.",
        terms=(field, *about),
    )


def on_uses(desk: Desk) -> Draft | None:
    """Uses that the papers name themselves, quoted."""
    supports: list[tuple[ReadPaper, Sentence, str]] = []
    for paper in desk.shelf.papers:
        sentence = desk.quote(paper, _names_uses)
        if sentence and (match := USES.search(sentence.text)):
            supports.append((paper, sentence, match.group(1).strip(" ,")))
    if not supports:
        return None
    subject = desk.shelf.some([p for p, _, _ in supports])
    uses = " and ".join(f"“{use}”" for _, _, use in supports[:2])
    return Draft(
        aspect=ProfileAspect.AUDIENCE,
        text=f"{subject.broadly} {subject.verb('point', 'points')} readers to uses{subject.count}, for example {uses}.",
        supports=tuple(desk.support(p, s, f"One paper names as uses “{use}”.") for p, s, use in supports),
        basis=f"{counted(len(supports), 'paper')} of {len(desk.shelf.papers)} read list applications (“applications such as ...”).",
        terms=tuple(re.split(r",| and | or ", supports[0][2])[0].split(" (")[:1]),
    )


def on_declared_fields(desk: Desk) -> Draft | None:
    """Fields in which the papers place themselves in so many words ("in the field of ...")."""
    supports = []
    for paper in desk.shelf.papers:
        sentence = desk.quote(paper, _names_field)
        match = FIELD.search(sentence.text) if sentence else None
        if sentence and match:
            supports.append((paper, sentence, match.group(1)))
    if not supports:
        return None
    subject = desk.shelf.some([p for p, _, _ in supports])
    fields = list(dict.fromkeys(field for _, _, field in supports))[:3]
    return Draft(
        aspect=ProfileAspect.AUDIENCE,
        text=f"{subject.broadly} {subject.verb('speak', 'speaks')} to readers in the {'field' if len(fields) == 1 else 'fields'} of {listed(fields)}{subject.count}.",
        supports=tuple(desk.support(p, s, f"One paper names the field of {field}.") for p, s, field in supports),
        basis=f"{counted(len(supports), 'paper')} of {len(desk.shelf.papers)} read name a field in these words (“in the field of ...”).",
        terms=tuple(fields),
    )


def on_stakes(desk: Desk) -> Draft | None:
    """What the papers say their subject matters for, quoted: those concerned with it are readers."""
    supports: list[tuple[ReadPaper, Sentence, str]] = []
    for paper in desk.shelf.papers:
        sentence = desk.quote(paper, _names_stakes)
        if sentence and (match := STAKES.search(sentence.text)):
            supports.append((paper, sentence, match.group(1).strip(" ,")))
    if not supports:
        return None
    subject = desk.shelf.some([p for p, _, _ in supports])
    stakes = " or ".join(f"“{stake}”" for _, _, stake in supports[:2])
    return Draft(
        aspect=ProfileAspect.AUDIENCE,
        text=f"{subject.broadly} {subject.verb('matter', 'matters')} to readers concerned with {stakes}{subject.count}, by {subject.verb('their', 'its')} own account.",
        supports=tuple(desk.support(p, s, f"One paper says that its subject matters for “{stake}”.") for p, s, stake in supports),
        basis=f"{counted(len(supports), 'paper')} of {len(desk.shelf.papers)} read say what their subject matters for (“crucial for ...”).",
        terms=(supports[0][2],),
    )


def _names_stakes(sentence: Sentence) -> float:
    match = STAKES.search(sentence.text)
    if (
        not match
        or not sentence.stands_alone
        or STAKES_CUT.search(match.group(1))
        or not is_name_like(match.group(1).split(",")[-1].split(" and ")[-1].strip())
    ):
        return 0.0
    return 1.0 + 0.5 * sentence.in_abstract - 0.5 * ("[" in sentence.text or "et al" in sentence.text)


def _names_uses(sentence: Sentence) -> float:
    match = USES.search(sentence.text)
    return (
        1.0
        if match and not USES_CUT.search(match.group(1)) and "[" not in sentence.text and "et al" not in sentence.text
        else 0.0
    )


def _names_field(sentence: Sentence) -> float:
    match = FIELD.search(sentence.text)
    return 1.0 if match and is_name_like(match.group(1)) and " " in match.group(1) and "et al" not in sentence.text else 0.0


def on_assumed(desk: Desk) -> Draft | None:
    """Short forms that at least two papers use and none of them spells out: what readers are taken to know."""
    spelled = {s for p in desk.shelf.papers for s in definitions(p.text)}
    uses = {p.number: Counter(short_forms(p.text)) for p in desk.shelf.papers}
    n_papers = Counter(s for counts in uses.values() for s, n in counts.items() if n >= 2)
    assumed = [
        s
        for s, n in sorted(n_papers.items(), key=lambda i: (-i[1], -sum(u[i[0]] for u in uses.values()), i[0]))
        if n >= 2
        and s not in spelled
        and s.isupper()
        and 3 <= len(s) <= 6
        and s not in _GENERAL_ACRONYMS
        and desk.background.share(s.lower()) < MOST_COMMON_ACRONYM
    ][:4]
    if len(assumed) < 2:
        return None
    papers = [p for p in desk.shelf.papers if sum(uses[p.number][s] > 1 for s in assumed) >= 1]
    supports = []
    for paper in papers:
        used = [s for s in assumed if uses[paper.number][s] > 1]
        sentence = desk.quote(paper, _naming(used))
        if sentence:
            supports.append((paper, sentence, used))
    if len(supports) < 2:
        return None
    subject = desk.shelf.some([p for p, _, _ in supports])
    return Draft(
        aspect=ProfileAspect.AUDIENCE,
        text=f"{subject.broadly} take for granted that readers know {listed(assumed)}{subject.count}: none of them spells these out.",
        supports=tuple(desk.support(p, s, f"One paper uses {listed(used)} without spelling it out.") for p, s, used in supports),
        basis=f"Short forms used at least twice in two or more papers and defined in none: {listed(assumed)}.",
        terms=tuple(assumed),
    )


def on_newcomers(desk: Desk) -> Draft | None:
    """Papers that take care of readers new to the subject."""
    supports = [(p, s) for p in desk.shelf.papers if (s := desk.quote(p, lambda s: 1.0 if NEWCOMERS.search(s.text) else 0.0))]
    if not supports:
        return None
    subject = desk.shelf.some([p for p, _ in supports])
    terms = desk.terms_in([s for _, s in supports], 2)
    what = listed(terms) if terms else "the subject"
    return Draft(
        aspect=ProfileAspect.AUDIENCE,
        text=f"{subject.broadly} {subject.verb('make', 'makes')} room for readers who are new to {what}{subject.count}.",
        supports=tuple(desk.support(p, s, "One paper speaks to readers new to its subject.") for p, s in supports),
        basis=f"{counted(len(supports), 'paper')} of {len(desk.shelf.papers)} read name newcomers, preliminaries or a tutorial.",
        terms=("newcomers", *terms),
    )


def _naming(names: Sequence[str]) -> Callable[[Sentence], float]:
    patterns = [re.compile(rf"\b{re.escape(name)}\b") for name in names]
    return lambda sentence: float(sum(bool(p.search(sentence.text)) for p in patterns))
