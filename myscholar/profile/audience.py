"""Audience: the groups of people that the papers address, and other readers they name. Source: MySQA D.2."""

import re
from collections import Counter, defaultdict
from collections.abc import Sequence

from myscholar.domain.profile import ProfileAspect
from myscholar.domain.text import counted
from myscholar.profile.drafts import Desk, Draft
from myscholar.profile.groups import ADDRESSED, BROAD, BYSTANDERS, DESCRIBED, GROUP, PURPOSE, STUDIED
from myscholar.profile.readers import on_assumed, on_declared_fields, on_newcomers, on_stakes, on_uses, on_venues
from myscholar.profile.reading import ReadPaper, Sentence
from myscholar.profile.wording import listed
from myscholar.text.common_words import ACADEMIC_WORDS, STOP_WORDS


def draft_audience(desk: Desk) -> list[Draft]:
    """Groups by how many papers address them; then fields, uses, assumed readers, newcomers."""
    groups = _on_groups(desk)
    others = [
        d
        for d in (
            on_venues(desk),
            on_uses(desk),
            on_stakes(desk),
            on_assumed(desk),
            on_declared_fields(desk),
            on_newcomers(desk),
        )
        if d
    ]
    shared = [d for d in groups if len(d.supports) > 1]
    single = [d for d in groups if len(d.supports) == 1]
    several = [d for d in others if len(d.supports) > 1]
    alone = [d for d in others if len(d.supports) == 1]
    return [*shared[:3], *several, *single[:2], *alone, *single[2:], *shared[3:]]


def _group_name(modifiers: str, head: str) -> str | None:
    """ "wireless engineers" of "for wireless engineers"; None for a broad group without a telling word before it."""
    kept: list[str] = []
    for word in reversed(modifiers.split()):
        folded = word.lower()
        if folded in STOP_WORDS or folded in ACADEMIC_WORDS or folded.endswith(("ing", "ed", "ly")) or not _is_modifier(folded):
            break
        kept.insert(0, folded)
    head = head.lower()
    if not kept and head in BROAD:
        return None
    article = ["the"] if head == "community" else []
    return " ".join([*article, *kept[-1:], head])


def _is_modifier(word: str) -> bool:
    return word not in {
        "future", "helps", "help", "many", "experienced", "potential", "individual", "allow", "enable", "assist", "support", "benefit", "guide", "inform", "well", "interested",
        "two", "three", "four", "five", "recent", "fellow", "independent", "skilled", "trained", "current", "aspiring", "training", "human", "enables", "allows", "supports", "assists",
        "benefits", "prompted", "offers", "provides", "young", "elderly", "female", "male", "black", "white", "asian", "chinese", "american", "european", "muslim", "christian",
    }  # fmt: skip


def _on_groups(desk: Desk) -> list[Draft]:
    """One draft a group, singular and modified forms together."""
    places: dict[str, list[tuple[ReadPaper, Sentence, bool]]] = defaultdict(list)
    names: dict[str, Counter[str]] = defaultdict(Counter)
    for paper in desk.shelf.papers:
        for sentence in paper.quotable:
            for match in GROUP.finditer(sentence.text):
                name = _group_name(match.group(1), match.group(2))
                if name:
                    head = match.group(2).lower()
                    key = name if head in BROAD else head
                    before = sentence.text[max(0, match.start(2) - 60) : match.start(2)]
                    purpose = bool(PURPOSE.search(before) or ADDRESSED.search(sentence.text[match.end() :]))
                    if not purpose and STUDIED.search(before):
                        continue
                    if purpose or (head not in BYSTANDERS and not head.startswith("communit")):
                        places[key].append((paper, sentence, purpose))
                        names[key][name] += 1
            for name in _told(sentence.text):
                places[name].append((paper, sentence, True))
                names[name][name] += 1
    scored = sorted(((_weight(found), key) for key, found in places.items()), reverse=True)
    addressed = [(weight, key) for weight, key in scored if any(purpose for _, _, purpose in places[key])]
    return [d for weight, key in addressed[:8] if weight >= 1.2 and (d := _on_group(desk, places[key], names[key], weight))]


def _told(text: str) -> list[str]:
    """Groups without a name of their own that are told something: those known by what they do, and the community at large."""
    known = [
        f"{'readers' if m['who'].lower() == 'readers' else 'people'} who {m['doing'].strip()}" for m in DESCRIBED.finditer(text)
    ]
    return [*known, "the research community"] if _COMMUNITY_TOLD.search(text) else known


_COMMUNITY_TOLD = re.compile(
    r"\b(?:the|our) (?:research |scientific |wider |whole )?community (?:\w+ )?(?:should|must|needs? to|may want to)\b",
    re.IGNORECASE,
)


def _weight(found: Sequence[tuple[ReadPaper, Sentence, bool]]) -> float:
    papers = {p.number for p, _, _ in found}
    purposes = sum(purpose for _, _, purpose in found)
    in_leads = sum(s.in_abstract for _, s, _ in found)
    return min(3.0, purposes) + 0.2 * min(10, len(found)) + 1.0 * min(2, in_leads) + 1.5 * (len(papers) - 1)


def _on_group(desk: Desk, found: Sequence[tuple[ReadPaper, Sentence, bool]], names: Counter[str], weight: float) -> Draft | None:
    values = {s.key: 1.0 + purpose for _, s, purpose in found}
    supports: list[tuple[ReadPaper, Sentence]] = []
    for paper in dict.fromkeys(p for p, _, _ in found):
        sentence = desk.quote(paper, lambda s: values.get(s.key, 0.0) + 0.4 * s.stands_alone if s.key in values else 0.0)
        if sentence:
            supports.append((paper, sentence))
    if not supports:
        return None
    group = _called(names)
    subject = desk.shelf.some([p for p, _ in supports])
    terms = [t for t in desk.terms_in([s for _, s in supports], 2) if t.lower() not in group]
    about = f", in connection with {listed(terms)}" if terms else ""
    verbs = (
        ("address", "addresses"),
        ("have something for", "has something for"),
        ("speak to", "speaks to"),
        ("reach out to", "reaches out to"),
    )
    verb = verbs[len(desk.shown) % 4]
    n_mentions = {p.number: sum(q is p for q, _, _ in found) for p, _ in supports}
    return Draft(
        aspect=ProfileAspect.AUDIENCE,
        text=f"{subject.broadly} {subject.verb(*verb)} {group}{about}{subject.count}.",
        supports=tuple(desk.support(p, s, f"One paper speaks of {group} {_times(n_mentions[p.number])}.") for p, s in supports),
        basis=f"{counted(len(found), 'clean sentence')} in {counted(len({p.number for p, _, _ in found}), 'paper')} of {len(desk.shelf.papers)} read name "
        f"{group}; {sum(purpose for _, _, purpose in found)} with what is for them or what they should do.",
        terms=(group, *terms),
        weight=weight,
    )


def _times(n: int) -> str:
    return "once" if n == 1 else f"in {n} sentences"


def _called(names: Counter[str]) -> str:
    """The most frequent modified name where it is at least half of all uses, otherwise the plain one."""
    best, n = max(names.items(), key=lambda i: (i[1], i[0]))
    plain = min(names, key=len)
    return best if n >= 0.5 * sum(names.values()) else plain
