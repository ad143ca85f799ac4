"""Knowledge: what the papers share and what each adds, related in their own words. Source: MySQA
D.2."""

from collections import Counter
from collections.abc import Callable, Collection, Sequence

from myscholar.domain.papers import PaperId
from myscholar.domain.profile import InferenceKind, ProfileAspect
from myscholar.domain.text import counted, listed
from myscholar.profile.drafts import DraftContext, InferenceDraft
from myscholar.profile.extractive.research_style import is_way
from myscholar.profile.key_phrases import KeyPhrase
from myscholar.profile.own_work import AIM, Deed, OwnClause
from myscholar.profile.reading import ReadPaper, Sentence
from myscholar.profile.topics import ProfileTopic, topics
from myscholar.profile.wording import rarity
from myscholar.text.lexicons import word_set
from myscholar.text.terms import content_stems, tokens

N_TOPICS, N_PHRASES = 6, 3
"""Topics that papers share, and key phrases named together, at most; by hand."""
N_ROUNDS = 3
"""Further things told of a paper, if there is room. By hand; 2 or 6 change none of 11 profiles."""
_IDEAL_WORDS = 16
"""Words after the verb of the clause that serves best; by hand."""
_FRAMING = 0.2
"""Of the text, at either end: where papers say what they do as a whole; by hand."""
_TURNS = ("work on", "return to")
"""What papers do with a topic, by turns: said of each with the same right."""
_OFFERED = word_set("own_work.offered")


def draft_knowledge(desk: DraftContext) -> list[InferenceDraft]:
    """First what several papers share, then what each makes or does, the researcher's own papers
    before those they follow."""
    related: list[InferenceDraft] = []
    named: list[InferenceDraft] = []
    for topic in topics(desk.shelf.papers, _quotable(desk), N_TOPICS):
        clauses = _told(desk, topic)
        if draft := _on_topic(desk, topic, clauses, _TURNS[(len(related) + len(named)) % 2]):
            (related if clauses else named).append(draft)
    first = [d for p in desk.own_first if (d := _on_paper(desk, p, again=False))]
    further = [
        d for _ in range(N_ROUNDS) for p in desk.speaking if (d := _on_paper(desk, p, again=True))
    ]
    return [*related, *first, *named, *further]


def _quotable(desk: DraftContext) -> list[KeyPhrase]:
    """The key phrases that a clean sentence or two titles hold: others could not be shown."""
    clean = {s.key for p in desk.shelf.papers for s in p.presentable}
    return [p for p in desk.phrases if p.sentences & clean or len(p.titles) > 1]


def _told(desk: DraftContext, topic: ProfileTopic) -> list[OwnClause]:
    """The best clauses on the topic, of two papers at most, the researcher's own before those they
    follow."""
    found = [c for p in topic.papers if (c := _best(desk, p, topic))]
    return sorted(found, key=lambda c: (not c.paper.is_mine, -clause_worth(c)))[:2]


def _on_topic(
    desk: DraftContext, topic: ProfileTopic, clauses: Sequence[OwnClause], turn: str
) -> InferenceDraft | None:
    if desk.shelf.n_mine and not any(p.is_mine for p in topic.papers):
        return None
    head = topic.head
    by_title = [p for p in topic.papers if ("", p.number) in head.sentences - desk.shown]
    titled = None if clauses else next(iter(by_title), None)
    told = {c.paper.number: c.sentence for c in clauses}
    shown: list[tuple[ReadPaper, Sentence | None]] = []
    for paper in sorted(topic.papers, key=lambda p: p is not titled):
        quote = told.get(paper.number)
        if quote is None and paper is not titled:
            quote = desk.quote(paper, lambda s: float(head.is_in(s)))
        if quote is None and paper in by_title:
            desk.shown.add(("", paper.number))
        if quote or paper in by_title:
            shown.append((paper, quote))
    papers = [paper for paper, _ in shown]
    if len(papers) < 2 or not (clauses or _is_name(head)):
        return None
    terms = head.short_label, *desk.terms_in([quote for _, quote in shown if quote])
    said = ", another ".join(desk.tell(c) for c in clauses)
    relation = f": one {said}" if said else ", one in its title" if titled else ""
    return InferenceDraft(
        aspect=ProfileAspect.KNOWLEDGE,
        text=f"{desk.shelf.some(papers)} {turn} {head.label}{relation}.",
        supports=tuple(desk.support(p, quote, _explained(topic, p)) for p, quote in shown),
        basis=_topic_basis(desk, topic, papers),
        terms=tuple(dict.fromkeys(terms)),
        kind=InferenceKind.TOPIC,
    )


def _is_name(head: KeyPhrase) -> bool:
    """Whether it can stand without a relation: a name or several words in a title, a word in two
    titles, or what has a short form."""
    n_titles = len(head.titles)
    return head.label.endswith(")") or n_titles > 1 or (n_titles == 1 and head.is_established)


def _best(desk: DraftContext, paper: ReadPaper, topic: ProfileTopic) -> OwnClause | None:
    fitting = (c for c in _describing(desk, paper) if _names(topic.head, c.said))
    return max((c for c in fitting if c not in desk.told), key=clause_worth, default=None)


def _names(head: KeyPhrase, said: str) -> bool:
    """Whether the words hold the phrase, in whatever form, or its short form."""
    short = head.label.partition(" (")[2].rstrip(")")
    return head.stems <= set(content_stems(said)) or (
        short in {t.text for t in tokens(said.replace("-", " "))}
    )


def _describing(desk: DraftContext, paper: ReadPaper) -> list[OwnClause]:
    """What the paper says that it makes, or what it is about, in its abstract or where its text
    begins and ends; of one or two papers, anywhere."""
    framing = _FRAMING if len(desk.shelf.papers) > 2 else 1.0

    def is_of_whole(c: OwnClause) -> bool:
        is_framing = not framing < c.sentence.position < 1 - framing
        return c.in_lead or (c.verb in _OFFERED and is_framing)

    told = (c for c in desk.clauses(paper) if is_of_whole(c))
    return [c for c in told if c.deed is Deed.MAKES or (c.deed is Deed.DOES and not is_way(c))]


def clause_worth(clause: OwnClause) -> float:
    """The title's and the abstract's word before the body's, what is made before what is done,
    about 16 words; above 0."""
    n_words = clause.said.count(" ") + 1
    return (
        1.0
        + clause.in_lead
        + 0.5 * (clause.deed is Deed.MAKES)
        - min(0.8, abs(n_words - _IDEAL_WORDS) / 20)
        - 0.5 * ("proposed" in clause.said or clause.verb == AIM)
    )


def _explained(topic: ProfileTopic, paper: ReadPaper) -> str:
    said, n = f"One paper speaks of {topic.head.short_label}", topic.mentions(paper)
    also = "which stands in its title and" if paper.number in topic.head.titles else "which"
    return f"{said}, {also} comes up {counted(n, 'time')}." if n > 1 else f"{said}."


def _topic_basis(desk: DraftContext, topic: ProfileTopic, papers: Sequence[ReadPaper]) -> str:
    naming = [p for p in desk.shelf.papers if topic.mentions(p)]
    n = sum(topic.mentions(p) for p in naming)
    leading, about = topic.head.leads | topic.head.titles, ""
    if len(papers) < len(naming) and all(p.number in leading for p in papers):
        about = f", in title or abstract of {len(papers)}"
    rare = rarity(topic.head.share, desk.background.n_documents, desk.background.floor)
    return (
        f"“{topic.head.label}”: {counted(n, 'mention')} in {counted(len(naming), 'paper')} of "
        f"{len(desk.shelf.papers)} read{about}; {rare} use the term."
    )


def _on_paper(desk: DraftContext, paper: ReadPaper, *, again: bool) -> InferenceDraft | None:
    """What one paper says that it makes or does, if nothing of it was told yet; `again`: a further
    thing."""
    clauses = _describing(desk, paper)
    is_told = any(c in desk.told for c in clauses)
    said = [set(content_stems(c.said)) for c in clauses if c in desk.told]
    left = [
        c
        for c in clauses
        if c not in desk.told
        and (c.in_lead or desk.terms_in([c.sentence]))
        and not any(2 * len(set(content_stems(c.said)) & s) > len(s) for s in said)
    ]
    if not left or is_told is not again:
        return None
    best = max(left, key=lambda c: clause_worth(c) + 0.3 * len(desk.terms_in([c.sentence])))
    return desk.single(ProfileAspect.KNOWLEDGE, best, InferenceKind.WORK)


def draft_titles(desk: DraftContext, told: Collection[PaperId]) -> list[InferenceDraft]:
    """What the titles of papers name of which nothing else is told: often all that is known of a
    paper."""
    silent = (p for p in desk.speaking if p.paper.paper_id not in told)
    return [d for p in silent if (d := _on_title(desk, p))]


def _on_title(desk: DraftContext, paper: ReadPaper) -> InferenceDraft | None:
    labels = [p.short_label for p in _apart(desk, lambda p: paper.number in p.titles, set())]
    if not labels:
        return None
    why = f"One paper names {listed(labels)} in its title."
    return InferenceDraft(
        aspect=ProfileAspect.KNOWLEDGE,
        text=f"{desk.shelf.some([paper])} is on {listed(labels)}.",
        supports=(desk.support(paper, None, why),),
        basis="Its title says so.",
        terms=tuple(labels),
        kind=InferenceKind.TOPIC,
    )


def _apart(
    desk: DraftContext, fits: Callable[[KeyPhrase], bool], used: set[str]
) -> list[KeyPhrase]:
    """The best fitting phrases that can stand beside a statement, none with a word that is used or
    of an earlier one."""
    found: list[KeyPhrase] = []
    for phrase in desk.phrases:
        if phrase.is_established and not phrase.stems & used and fits(phrase):
            found.append(phrase)
            used |= phrase.stems
    return found[:N_PHRASES]


def draft_phrases(desk: DraftContext) -> list[InferenceDraft]:
    """What else each paper returns to, by its key phrases alone: for profiles with room, papers of
    which nothing was told first."""
    told = Counter(c.paper.number for c in desk.told)
    papers = sorted(desk.speaking, key=lambda p: told[p.number])
    return [d for p in papers if (d := _on_phrases(desk, p))]


def _on_phrases(desk: DraftContext, paper: ReadPaper) -> InferenceDraft | None:
    used = {stem for c in desk.told if c.paper is paper for stem in content_stems(c.said)}
    n = paper.number
    phrases = _apart(desk, lambda p: p.mentions.get(n, 0) > 1 and n in p.leads, used)
    sentence = desk.quote(paper, lambda s: float(sum(p.is_in(s) for p in phrases)))
    if len(phrases) < 2 or sentence is None:
        return None
    labels = [p.short_label for p in phrases]
    counts = "; ".join(f"“{p.short_label}” {counted(p.mentions[n], 'time')}" for p in phrases)
    return InferenceDraft(
        aspect=ProfileAspect.KNOWLEDGE,
        text=f"{desk.shelf.some([paper])} returns to {listed(labels)}.",
        supports=(desk.support(paper, sentence, f"One paper speaks of {listed(labels)}."),),
        basis=f"Phrases of its abstract that are rare elsewhere: {counts}.",
        terms=tuple(labels),
        kind=InferenceKind.TOPIC,
    )
