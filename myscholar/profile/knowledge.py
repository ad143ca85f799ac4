"""Knowledge: what the papers return to, which named works they lean on, and which limits they name. Source: MySQA D.2."""

import re
from collections import Counter
from collections.abc import Sequence

from myscholar.domain.profile import ProfileAspect
from myscholar.domain.text import counted
from myscholar.profile.drafts import Desk, Draft
from myscholar.profile.reading import ReadPaper, Sentence
from myscholar.profile.research_style import data_names
from myscholar.profile.topics import KeyPhrase, Topic, topics
from myscholar.profile.wording import listed, rarity

_DEFINES = re.compile(
    r"\b(?:is|are) (?:a|an|the|defined|called)\b|\brefers? to\b|\bdefined as\b|\bconsists? of\b|\bknown as\b", re.IGNORECASE
)
_OWN = re.compile(
    r"\b(?:we|this (?:paper|work|study|article)|our \w+) (?:\w+ )?(?:propose|introduce|present|develop|design|show|find|investigate|study|explore"
    r"|focus|demonstrate|review|survey|provide|use|apply|examine|analy[sz]e|evaluate|address|build|describe)",
    re.IGNORECASE,
)
_LIMIT = re.compile(
    r"\b(?:suffers? from|fails? to|failures?|limitations?|drawbacks?|shortcomings?|struggles?|unable to|cannot|can not|challeng(?:e|es|ing)"
    r"|difficult|lacks?|not (?:sufficient|suitable|applicable|reliable|able|guaranteed)|prone to|bottleneck|unreliable|costly|expensive|impractical)\b",
    re.IGNORECASE,
)
_NAME = re.compile(r"(?<![\w-])(?:[A-Z][a-z]+-)?[A-Za-z]*[A-Z][A-Za-z]*[A-Z0-9+][\w+]*(?:-[A-Za-z0-9]+)*\+*(?![\w-])")
_NOT_NAMES = re.compile(
    r"^(?:.{1,3}|\d.*|.*(?:19|20)\d\d.*|.*[A-Z]s|.*-[a-z]+|IEEE|CPUs?|GPUs?|TPUs?|APIs|RGBD|SOTA|[GMk]Hz|dBm|LLMs?|CNNs?|DNNs?|RNNs?|MLPs?|ReLU"
    r"|LaTeX|NeurIPS|NIPS|ICLR|ICML|CVPR|EMNLP|NAACL|AAAI|ECCV|ICCV|MICCAI|OpenAI|DeepMind|YouTube|McGraw|LSTMs?|PyTorch|TensorFlow|COVID.*|II+-.*)$"
)
"""Written like names, but not works that a paper builds on."""


TOO_BROAD = 0.002
"""A single common word in a larger share of the background ("atoms") has no difficulties of its own to speak of."""


def draft_knowledge(desk: Desk) -> list[Draft]:
    """Topics first; one inference on shared reference points and one on limits take the place of weak topics."""
    data = {name for p in desk.shelf.papers for name, n in data_names(p).items() if n > 1}
    found = topics(desk.shelf.papers, [p for p in _quotable(desk) if p.short_label not in data], 5)
    drafts = [_on_topic(desk, topic, place) for place, topic in enumerate(found)]
    extra = [d for d in (_on_reference_points(desk, found), _on_limits(desk, found)) if d]
    kept = [d for d in drafts if d]
    shared = [d for d in kept if len(d.supports) > 1]
    single = [d for d in kept if len(d.supports) == 1]
    if len(desk.shelf.papers) > 2:  # a second topic of one paper would fill up the list
        single = list({d.supports[0].paper_id: d for d in reversed(single)}.values())[::-1]
    return [*shared[:3], *extra, *shared[3:], *single]


def _quotable(desk: Desk) -> list[KeyPhrase]:
    """The key phrases that a clean sentence holds: a topic of a title alone could not be shown."""
    sentences = {s.key: s for p in desk.shelf.papers for s in p.sentences}
    held = ((p, (sentences[k] for k in p.sentences if k in sentences)) for p in desk.phrases)
    return [p for p, found in held if any(s.is_quotable or s.is_presentable for s in found)]


def _shows(topic: Topic, sentence: Sentence) -> float:
    """How well the sentence shows what the paper does with the topic; 0 if it does not mention it."""
    if not topic.head.is_in(sentence):
        return 0.0
    value = 1.0 + 0.4 * sum(c.is_in(sentence) for c in topic.companions)
    return value + 0.8 * bool(_OWN.search(sentence.text)) + 0.4 * bool(_DEFINES.search(sentence.text))


def _on_topic(desk: Desk, topic: Topic, place: int) -> Draft | None:
    supports = []
    for paper in topic.papers:
        sentence = desk.quote(paper, lambda s: _shows(topic, s))
        if sentence:
            supports.append((paper, desk.support(paper, sentence, _explained(topic, paper, sentence))))
    if not supports:
        return None
    papers = [paper for paper, _ in supports]
    return Draft(
        aspect=ProfileAspect.KNOWLEDGE,
        text=_topic_text(desk, topic, papers, place),
        supports=tuple(s for _, s in supports),
        basis=_topic_basis(desk, topic, papers),
        terms=(topic.head.short_label, *(c.short_label for c in topic.companions)),
        weight=topic.head.score,
    )


def _explained(topic: Topic, paper: ReadPaper, sentence: Sentence) -> str:
    label, n = topic.head.short_label, topic.mentions(paper)
    if _OWN.search(sentence.text):
        role = "says what it does with"
    elif _DEFINES.search(sentence.text):
        role = "explains"
    elif _LIMIT.search(sentence.text):
        role = "discusses limits around"
    else:
        role = "discusses"
    if n < 2:
        return f"One paper {role} {label}."
    if paper.number in topic.head.titles:
        return f"One paper {role} {label}, which stands in its title and comes up {counted(n, 'time')}."
    return f"One paper {role} {label}, which it mentions {counted(n, 'time')}."


def _topic_text(desk: Desk, topic: Topic, papers: Sequence[ReadPaper], place: int) -> str:
    subject = desk.shelf.some(papers)
    head, rest = topic.head.label, [c.label for c in topic.companions]
    if subject.n == 1:
        verb = ("centers on", "goes into", "works on", "takes up", "is about")[place % 5]
        return f"{subject} {verb} {listed([head, *rest])}{_nowhere_else(desk, topic, papers[0])}."
    rare = rarity(topic.head.share, desk.background.n_documents, desk.background.floor)
    along = f", along with {listed(rest)}" if rest else ""
    often = all(topic.mentions(p) >= 3 or (p.number in topic.head.leads and not p.is_full_text) for p in papers)
    return (
        f"{subject.broadly} {'keep returning to' if often else 'take up'} {head}{subject.count}{along}; {rare} use the term.",
        f"{subject.broadly} work with {head}{subject.count}{along}, a term in {rare}.",
        f"{subject.broadly} share an interest in {head}{subject.count}{along}; the term stands in {rare}.",
        f"{subject.broadly} draw on {head}{subject.count}{along}; {rare} do.",
        f"{subject.broadly} bring in {head}{subject.count}{along}, a term that {rare} use.",
    )[place % 5]


def _nowhere_else(desk: Desk, topic: Topic, paper: ReadPaper) -> str:
    others = [p for p in desk.shelf.papers if p is not paper]
    naming = sum(_names(topic, p) for p in others)
    if not others or desk.shelf.named_in_titles(topic.head.key):
        return ""
    if naming:
        return f"; {naming} of the others {'mentions' if naming == 1 else 'mention'} it too" if len(others) > 1 else ""
    return "; the other one does not mention it" if len(others) == 1 else "; none of the others mentions it"


def _names(topic: Topic, paper: ReadPaper) -> bool:
    """Whether the paper mentions it in whatever form: plural, hyphenated, in capitals, in its title."""
    return topic.mentions(paper) > 0 or (topic.head.stems <= paper.stems and f" {topic.head.key} " in paper.key)


def _topic_basis(desk: Desk, topic: Topic, papers: Sequence[ReadPaper]) -> str:
    naming = [p for p in desk.shelf.papers if topic.mentions(p)]
    n = sum(topic.mentions(p) for p in naming)
    about = (
        f", in title or abstract of {len(papers)}" if len(papers) < len(naming) and all(_leads(topic, p) for p in papers) else ""
    )
    share = topic.head.share
    rare = (
        f"{round(share * desk.background.n_documents):,} of {desk.background.n_documents:,} background abstracts mention it"
        if share * desk.background.n_documents >= desk.background.floor
        else f"fewer than {desk.background.floor} of {desk.background.n_documents:,} background abstracts mention it"
    )
    return f"“{topic.head.label}”: {counted(n, 'mention')} in {counted(len(naming), 'paper')} of {len(desk.shelf.papers)} read{about}; {rare}."


def _leads(topic: Topic, paper: ReadPaper) -> bool:
    return paper.number in topic.head.leads | topic.head.titles


def _on_reference_points(desk: Desk, found: Sequence[Topic]) -> Draft | None:
    """Named methods, systems and resources that at least two papers use, most widely used first."""
    data = {name for p in desk.shelf.papers for name in data_names(p)}
    taken = " ".join([*(label for t in found for label in t.labels), *data])
    uses = {p.number: Counter(n.rstrip(".") for n in _NAME.findall(p.text) if not _NOT_NAMES.match(n)) for p in desk.shelf.papers}
    in_papers = Counter(name for counts in uses.values() for name, n in counts.items() if n >= 2)
    shared = [
        name
        for name, n in sorted(in_papers.items(), key=lambda i: (-i[1], -sum(u[i[0]] for u in uses.values()), i[0]))
        if n >= 2 and name not in taken and desk.background.share(name.lower()) < 0.004 and f"{name}s" not in in_papers
    ][:4]
    if len(shared) < 2:
        return None
    papers = [p for p in desk.shelf.papers if sum(uses[p.number][name] > 0 for name in shared) >= 2]
    supports = []
    for paper in papers:
        sentence = desk.quote(paper, lambda s: float(sum(n in _NAME.findall(s.text) for n in shared)))
        if sentence:
            names = [n for n in shared if uses[paper.number][n]]
            supports.append((paper, desk.support(paper, sentence, f"One paper uses {listed(names)} as reference points.")))
    if len(supports) < 2 or (len(supports) == 2 and len(desk.shelf.papers) > 3):
        return None
    subject = desk.shelf.some([p for p, _ in supports])
    return Draft(
        aspect=ProfileAspect.KNOWLEDGE,
        text=f"{subject.broadly} share reference points{subject.count}: they come back to {listed(shared)}.",
        supports=tuple(s for _, s in supports),
        basis="; ".join(f"{n} in {in_papers[n]} papers, {sum(u[n] for u in uses.values())} times" for n in shared) + ".",
        terms=tuple(shared),
    )


def _on_limits(desk: Desk, found: Sequence[Topic]) -> Draft | None:
    """The topic whose limits most papers name, if at least two do."""
    naming = [
        (topic, [p for p in desk.shelf.papers if any(_names_limit(topic, s) for s in p.quotable)])
        for topic in found
        if topic.head.is_established or topic.head.share < TOO_BROAD
    ]
    topic, papers = max(naming, key=lambda n: len(n[1]), default=(None, []))
    if topic is None or len(papers) < 2:
        return None
    label = topic.head.short_label
    supports = []
    for paper in papers:
        sentence = desk.quote(paper, lambda s: _names_limit(topic, s))
        if sentence:
            supports.append(desk.support(paper, sentence, f"One paper names a difficulty around {label}."))
    subject = desk.shelf.some(papers)
    return Draft(
        aspect=ProfileAspect.KNOWLEDGE,
        text=f"{subject.broadly} are explicit about what is hard around {label}{subject.count}, each naming a failure, cost or gap.",
        supports=tuple(supports),
        basis=f"Sentences that name a limit within a few words of “{label}” stand in {len(supports)} of {len(desk.shelf.papers)} papers read.",
        terms=(label, "limitations"),
    )


def _names_limit(topic: Topic, sentence: Sentence) -> float:
    """1 if a word of difficulty stands in the same clause as the topic's name."""
    if not sentence.stands_alone or not topic.head.is_in(sentence):
        return 0.0
    clauses = [c for c in re.split(r"[,;:]", sentence.text) if _LIMIT.search(c)]
    first_word = topic.head.short_label.split()[0].lower().rstrip("s")
    return float(any(first_word in c.lower() for c in clauses))
