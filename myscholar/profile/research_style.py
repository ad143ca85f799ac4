"""Research style: practices that the papers show more often than the background, and the data and measures they return to. Source: MySQA D.2."""

import math
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from myscholar.domain.profile import ProfileAspect
from myscholar.domain.text import counted
from myscholar.profile.drafts import Desk, Draft
from myscholar.profile.practices import PRACTICES, Practice
from myscholar.profile.reading import ReadPaper, Sentence
from myscholar.profile.wording import Subject, listed, rarity, third_person
from myscholar.text.terms import phrase_key

MOST_COMMON = 0.12
"""A practice that a larger share of background abstracts shows is a convention, unless the papers show it several times as often."""
LEAST_RATIO = 3.0
MOST_COMMON_MEASURE = 0.01
"""Measures that more of the background names (accuracy, F1) tell nothing."""
_OWN_DOING = re.compile(r"\b(?:we|our|this (?:paper|study|work|survey|article|review)|is|are|was|were)\b", re.IGNORECASE)
_DATA = re.compile(
    r"\b((?:[A-Z][\w-]*[A-Z0-9][\w-]*|[A-Z][a-z]+)(?: (?:[A-Z][\w-]*|\d{4})){0,2}) (?:data ?sets?|corpus|corpora|benchmarks?|databases?|validation set|test set|challenge)\b"
)
_NOT_DATA = re.compile(
    r"^(?:The|This|These|Our|We|In|On|For|A|An|Each|All|Both|Such|Many|Other|New|Large|Small|Public|Two|Three|Existing|Standard|Real|Training|Test|Validation"
    r"|Data|Table|Figure|From|Several|Popular|Various|Synthetic|Different|First|Second|Custom|Multiple|No|Using|Most|Some|Any|Also)\b"
)
_MEASURES = (
    "IoU", "Dice", "BLEU", "ROUGE", "METEOR", "BERTScore", "BLEURT", "COMET", "AUROC", "AUC", "mAP", "RMSE", "MAE", "MSE", "Hausdorff", "perplexity",
    "exact match", "F1", "nDCG", "MRR", "recall@k", "Spearman", "Pearson", "throughput", "path loss", "delay spread", "SINR", "SNR", "bit error rate",
    "packet loss", "FID", "SSIM", "PSNR", "calibration error", "KL divergence", "log-likelihood", "sample complexity",
    "success rate", "win rate", "word error rate", "FActScore", "sensitivity and specificity", "logit difference", "faithfulness", "precision and recall",
)  # fmt: skip


@dataclass(frozen=True)
class _Shown:
    practice: Practice
    papers: tuple[ReadPaper, ...]
    share: float
    weight: float


def draft_research_style(desk: Desk) -> list[Draft]:
    """Practices by how unusual and how widespread they are in the papers; at most one on data and one on measures."""
    shown = sorted(_practices(desk), key=lambda s: (-s.weight, s.practice.name))
    practices = [d for d in (_on_practice(desk, s, place) for place, s in enumerate(shown[:9])) if d]
    resources = [d for d in (_on_data(desk), _on_measures(desk)) if d]
    shared = [d for d in practices if len(d.supports) > 1]
    single = [d for d in practices if len(d.supports) == 1]
    return [*shared[:3], *resources, *shared[3:], *single]


def _practices(desk: Desk) -> list[_Shown]:
    found = []
    for practice in PRACTICES:
        share = desk.background.habit_share(practice.name)
        strengths = _strengths(practice, desk.shelf.papers, share or 0.0)
        papers = tuple(p for p in desk.shelf.papers if strengths[p.number] > 0)
        if not papers or share is None or not _is_telling(papers, share, desk):
            continue
        weight = sum(strengths.values()) * max(0.3, -math.log(max(share, 1e-4)) - 1.5) * math.sqrt(len(papers))
        found.append(_Shown(practice, papers, share, weight * (0.7 if practice.expected else 1.0)))
    return found


def _is_telling(papers: Sequence[ReadPaper], share: float, desk: Desk) -> bool:
    own = len(papers) / len(desk.shelf.papers)
    return share <= MOST_COMMON or (len(papers) > 1 and own >= LEAST_RATIO * share)


def _strengths(practice: Practice, papers: Sequence[ReadPaper], share: float) -> dict[int, float]:
    """By number. Where one paper shows a rare practice, another that says once that it does the same counts too, though it shows less."""
    found = {p.number: _strength(practice, p) for p in papers}
    if practice.expected or share > RARE or not any(found.values()):
        return found
    return {p.number: found[p.number] or _SAID_ONCE * any(_says_own(practice, s) for s in p.sentences) for p in papers}


_SAID_ONCE = 0.3
RARE = 0.01
"""Share of the background below which the words of a practice are plain enough that one sentence shows it."""
_SAYS_OWN = re.compile(r"\b(?:we|our|was|were)\b", re.IGNORECASE)
_OF_OTHERS = re.compile(
    r"\[\d|\bet al\b|\b(?:not|no|without|instead|never|unlike|future|could|should|may|might|prior|previous|existing)\b",
    re.IGNORECASE,
)


def _says_own(practice: Practice, sentence: Sentence) -> bool:
    """Whether the paper says in a plain sentence that it did so, and not somebody else."""
    text = sentence.text
    return bool(practice.habit.pattern.search(text) and _SAYS_OWN.search(text)) and not _OF_OTHERS.search(text)


def _strength(practice: Practice, paper: ReadPaper) -> float:
    """1 where title or abstract show it; else up to 0.8 by mentions in a full text. Expected practices need title or abstract."""
    pattern = practice.habit.pattern
    in_lead = bool(pattern.search(paper.lead))
    if in_lead:
        return 1.0
    n = sum(bool(pattern.search(s.text)) for s in paper.sentences)
    if practice.expected or n < 3:
        return 0.0
    return min(0.8, 0.2 * n * min(1.0, 6000 / paper.n_words))


def _on_practice(desk: Desk, shown: _Shown, place: int) -> Draft | None:
    practice = shown.practice
    quotes = [(p, desk.quote(p, lambda s: _fits(practice, s))) for p in shown.papers]
    kept = [(p, s) for p, s in quotes if s]
    if not kept:
        return None
    subject = desk.shelf.some([p for p, _ in kept])
    terms = desk.terms_in([s for _, s in kept], 2)
    return Draft(
        aspect=ProfileAspect.RESEARCH_STYLE,
        text=_practice_text(desk, subject, shown, terms, place),
        supports=tuple(desk.support(p, s, f"One paper {practice.explanation}{_where(practice, p)}.") for p, s in kept),
        basis=f"Words for “{practice.name}” show it in {len(kept)} of {counted(len(desk.shelf.papers), 'paper')} read; {100 * shown.share:.1f} % of"
        f" {desk.background.n_documents:,} background titles and abstracts hold such words.",
        terms=(practice.name, *terms),
        weight=shown.weight,
    )


def _where(practice: Practice, paper: ReadPaper) -> str:
    return " and says so in its title or abstract" if practice.habit.pattern.search(paper.lead) else ""


def _fits(practice: Practice, sentence: Sentence) -> float:
    if not practice.habit.pattern.search(sentence.text):
        return 0.0
    return 1.0 + 0.5 * bool(_OWN_DOING.search(sentence.text)) - 0.4 * bool(re.search(r"\[\d|et al", sentence.text))


def _practice_text(desk: Desk, subject: Subject, shown: _Shown, terms: Sequence[str], place: int) -> str:
    practice = shown.practice
    verb = practice.verb if subject.is_plural else third_person(practice.verb)
    rest = practice.rest if subject.is_plural else practice.rest.replace("their ", "its ")
    on = f", around {listed(terms)}" if terms else ""
    rare = rarity(shown.share, desk.background.n_documents, desk.background.floor)
    told = (f"; {rare} speak of it", f"; {rare} do", f", which {rare} mention", f"; {rare} say so", "")[place % 5]
    return f"{subject.broadly} {verb} {rest}{on}{subject.count}{told}."


def _on_data(desk: Desk) -> Draft | None:
    """Named data sets that at least two papers use."""
    uses = {p.number: data_names(p) for p in desk.shelf.papers}
    return _on_names(desk, uses, "work with the same data: {names}", "One paper works with {names}.", "data sets")


def data_names(paper: ReadPaper) -> Counter[str]:
    """Names that stand before "dataset", "corpus", "benchmark" and the like, with how often."""
    return Counter(m for m in _DATA.findall(paper.text) if not _NOT_DATA.match(m))


def _on_measures(desk: Desk) -> Draft | None:
    """Measures of success that at least two papers use."""
    patterns = {
        name: re.compile(rf"(?<![\w-]){re.escape(name)}s?\b", re.IGNORECASE if name.islower() else 0)
        for name in _MEASURES
        if desk.background.share(phrase_key(name)) < MOST_COMMON_MEASURE
    }
    uses = {
        p.number: Counter({n: len(r.findall(p.text)) for n, r in patterns.items() if r.search(p.text)}) for p in desk.shelf.papers
    }
    return _on_names(desk, uses, "measure success by {names}", "One paper reports {names}.", "measures")


def _on_names(desk: Desk, uses: dict[int, Counter[str]], statement: str, explanation: str, kind: str) -> Draft | None:
    n_papers = Counter(name for counts in uses.values() for name in counts)
    total = Counter[str]()
    for counts in uses.values():
        total.update(counts)
    shared = sorted(
        (n for n, k in n_papers.items() if k >= 2 and total[n] >= 4 and len(n) > 2), key=lambda n: (-n_papers[n], -total[n], n)
    )[:3]
    if not shared or (len(shared) == 1 and n_papers[shared[0]] < 3):
        return None
    supports, papers = [], []
    for paper in (p for p in desk.shelf.papers if any(n in uses[p.number] for n in shared)):
        sentence = desk.quote(paper, lambda s: float(sum(n in s.text for n in shared)))
        if sentence:
            names = [n for n in shared if n in uses[paper.number]]
            supports.append(desk.support(paper, sentence, explanation.format(names=listed(names))))
            papers.append(paper)
    if len(supports) < 2:
        return None
    subject = desk.shelf.some(papers)
    return Draft(
        aspect=ProfileAspect.RESEARCH_STYLE,
        text=f"{subject.broadly} {statement.format(names=listed(shared))}{subject.count}.",
        supports=tuple(supports),
        basis=f"Shared {kind}: {'; '.join(f'{n} in {n_papers[n]} papers, {total[n]} times' for n in shared)}.",
        terms=tuple(shared),
    )
