"""Which error types of Table 9 an inference shows, as far as that can be seen without a model. For users' edits and models' output.

Looked for: DOMAIN, OVERCLAIM, CONVENTION, CONTRAST, STRENGTH, IMPOSSIBLE, STYLE, PROFILE_GLOBAL. UNIMPORT can't be seen from outside:
only the researcher knows what matters. Source: MySQA Table 9, D.1.

What a model wrote is held to the passages that it cites, what a user wrote only to the papers: users know more than their papers say.
"""

import re
from collections.abc import Callable, Sequence

from myscholar.domain.flags import ErrorType, Flag, Severity
from myscholar.domain.papers import Paper
from myscholar.domain.profile import Inference, ProfileAspect
from myscholar.domain.text import counted
from myscholar.profile.error_words import (
    ALL,
    BROAD,
    CLAIMS_THAT,
    CONTRAST,
    CONVENTIONS,
    DENIES,
    FLATTERY,
    FROM_COUNTS,
    IMPOSSIBLE,
    OTHERS,
    SETS_APART,
    SPEAKS_OF_OTHERS,
    STRENGTH,
    unquoted,
)
from myscholar.profile.reading import ReadPaper, read_papers
from myscholar.profile.repairs import repaired
from myscholar.text.background import Background
from myscholar.text.sentences import sentences
from myscholar.text.similarity import overlap
from myscholar.text.terms import content_stems, is_topical, phrases

COMMON_SHARE = 0.08
"""A statement whose every phrase is in a larger share of background abstracts could be said of nearly everybody."""
LEAST_SHARE = 0.5
"""Below this share of papers, "your papers" says too much."""
ESTABLISHED = 20
"""Background papers with a phrase from which on it counts as a technical term."""
EVERYDAY_SHARE = 0.01
"""A phrase all of whose words are in a larger share of background abstracts ("input features") is everybody's."""
SAME = 0.75
"""Two inferences of one aspect with a larger share of common stems say the same."""
SAME_ACROSS = 0.85
"""The same for inferences of different aspects: one topic may well be known, argued about and written for."""
SAME_BESIDE, SAME_TERMS = 0.25, 0.8
"""The same for inferences on the same papers, at least two, with so large a share of common key terms."""
OPPOSED = 0.6
"""One of two inferences with so many common stems denies what the other says."""

MAX_WORDS = 60


def check_inference(
    inference: Inference, papers: Sequence[Paper], background: Background, others: Sequence[Inference]
) -> tuple[Flag, ...]:
    """At most one flag an error type, warnings first. `others` are the profile's other inferences."""
    return check_read(inference, read_papers(papers), background, others)


def check_read(
    inference: Inference, read: Sequence[ReadPaper], background: Background, others: Sequence[Inference]
) -> tuple[Flag, ...]:
    """The same for papers that are read already. Each suggested repair is itself checked: it has no flag of its kind and no new kind."""
    found = _found(inference, read, background, others)
    had = {f.error_type for f in found}

    def is_clean(text: str, kind: ErrorType) -> bool:
        after = {f.error_type for f in _found(inference.model_copy(update={"text": text}), read, background, others)}
        return kind not in after and after <= had

    mended = [_mended(flag, inference, read, is_clean) for flag in found]
    return tuple(sorted(mended, key=lambda f: f.severity is not Severity.WARNING))


def _mended(flag: Flag, inference: Inference, read: Sequence[ReadPaper], is_clean: Callable[[str, ErrorType], bool]) -> Flag:
    repair = repaired(inference, flag.error_type, read)
    return flag.model_copy(update={"repair": repair if repair and is_clean(repair, flag.error_type) else None})


def _found(inference: Inference, read: Sequence[ReadPaper], background: Background, others: Sequence[Inference]) -> list[Flag]:
    return [
        *_domain(inference, read, background),
        *_overclaim(inference, read),
        *_convention(inference, background),
        *_contrast(inference, read),
        *_worded(inference),
        *_repeats(inference, others),
    ]


def _flag(error_type: ErrorType, severity: Severity, reason: str) -> Flag:
    return Flag(error_type=error_type, severity=severity, reason=reason)


def _domain(inference: Inference, read: Sequence[ReadPaper], background: Background) -> list[Flag]:
    """Technical terms (established phrases, or written like names) that the papers do not use.

    A missing name is a warning, unless it is said of an audience. A missing phrase is a hint: of real users' judgements, inferences with
    one were accepted as often as those without.
    """
    if not read or inference.origin == "extractive":  # its terms are taken from the papers; the rest is this project's wording
        return []
    terms = _technical(unquoted(inference.text), background)
    cited = [p for p in read if any(s.paper_id == p.paper.paper_id for s in inference.supports)]
    absent, where = _absent(terms, [p.stems for p in read]), "None of your papers uses"
    if not absent and inference.origin != "user" and cited:
        absent, where = _absent(terms, [p.stems for p in cited]), "None of the papers that it cites uses"
    if absent:
        is_sure = inference.aspect is not ProfileAspect.AUDIENCE and any(_NAME.search(t) for t in absent)
        return [_flag(ErrorType.DOMAIN, Severity.WARNING if is_sure else Severity.HINT, f"{where} {_quoted(absent)}.")]
    if inference.origin != "user" and cited and inference.aspect is not ProfileAspect.AUDIENCE:
        stems = frozenset(stem for text in _cited_texts(inference, read) for stem in content_stems(text))
        absent = _absent(terms, [stems])
        if absent:
            reason = f"The cited paragraphs do not speak of {_quoted(absent)}; other parts of the papers do."
            return [_flag(ErrorType.DOMAIN, Severity.HINT, reason)]
    return []


def _absent(terms: Sequence[str], texts: Sequence[frozenset[str]]) -> list[str]:
    """Terms of which no text has all words; parts of hyphenated words count as words."""
    return [t for t in terms if not any(_words(t) <= stems for stems in texts)]


def _words(term: str) -> set[str]:
    parts = set(content_stems(term.replace("-", " ")))
    return parts or set(content_stems(term))


def _quoted(terms: Sequence[str]) -> str:
    return " or ".join(f"“{t}”" for t in terms[:3])


def _cited_texts(inference: Inference, read: Sequence[ReadPaper]) -> list[str]:
    """The cited paragraphs, whole, and the titles of the cited papers."""
    ids = {e.passage_id for s in inference.supports for e in s.evidence}
    papers = {s.paper_id for s in inference.supports}
    passages = [p.text for paper in read for p in paper.paper.passages if p.passage_id in ids]
    return [*passages, *(p.paper.title for p in read if p.paper.paper_id in papers)]


def _technical(text: str, background: Background) -> list[str]:
    """Phrases of two or three words that are established in the background, and names; none a part of another."""
    found = [p for p in phrases(_FRAME.sub(" , ", text), longest=3) if is_topical(p) and not _MANNER.search(p.text)]
    terms = [
        p.text
        for p in found
        if " " in p.key
        and background.frequencies.get(p.key, 0) >= ESTABLISHED
        and min(background.share(s) for s in p.key.split()) <= EVERYDAY_SHARE
    ]
    names = [p.text for p in found if " " not in p.text and _NAME.search(p.text)]
    kept: list[str] = []
    for term in sorted({*terms, *names}, key=lambda t: (-len(t), t)):
        if not any(term in other for other in kept):
            kept.append(term)
    return kept


def _untitled(text: str) -> str:
    """Without titles in brackets: two inferences about one paper are not the same for that."""
    return re.sub(r"\(“[^”]*”\)", "", text)


_DENIAL = re.compile(r"(?:do(?:es)? not|never|lacks?)\b", re.IGNORECASE)
_MANNER = re.compile(r"\b(?:\w{3,}ly|deeper|understanding|relying)\b", re.IGNORECASE)
_NAME = re.compile(r"[a-z][A-Z]|[A-Z]{2}|[A-Z]\w*\d")
_FRAME = re.compile(
    r"\b(?:your papers?|your work|you|one|several|some|papers?|authors?|readers?|audience|interest(?:ed)?|show|seem|appear|prefer|focus|favor|tend|argue|believe|write|written|aimed|target|address|draw|return(?:ing)?"
    r"|keep|emphasi[sz]e|familiar(?:ity)?|knowledge|expertise|conference|abstracts?|term|researchers?|usually|most|often|frequently|style|tone|use|rely|work(?:ing|s)?)\b",
    re.IGNORECASE,
)


def _overclaim(inference: Inference, read: Sequence[ReadPaper]) -> list[Flag]:
    n, total = len(inference.supports), len(read)
    if total < 2 or not BROAD.search(inference.text):
        return []
    if n == 1:
        return [_flag(ErrorType.OVERCLAIM, Severity.WARNING, f"Only one of {counted(total, 'paper')} supports it.")]
    if n == 0:
        return [_flag(ErrorType.OVERCLAIM, Severity.HINT, "No paper is given as support.")]
    if ALL.search(inference.text) and n < total:
        return [_flag(ErrorType.OVERCLAIM, Severity.WARNING, f"It speaks of all papers; {n} of {total} support it.")]
    if n < LEAST_SHARE * total:
        reason = f"It speaks of your papers in general; {n} of {total} support it."
        return [_flag(ErrorType.OVERCLAIM, Severity.HINT, reason)]
    return []


def _convention(inference: Inference, background: Background) -> list[Flag]:
    match = CONVENTIONS.search(inference.text)
    if match:
        return [_flag(ErrorType.CONVENTION, Severity.WARNING, f"“{match.group()}” is true of most papers in most fields.")]
    shares = [background.share(p.key) for p in phrases(_FRAME.sub(" , ", inference.text), longest=1) if is_topical(p)]
    if inference.origin != "extractive" and shares and min(shares) > COMMON_SHARE:
        return [
            _flag(
                ErrorType.CONVENTION,
                Severity.HINT,
                f"Every word of it stands in more than {100 * COMMON_SHARE:.0f} % of conference abstracts: name what is special.",
            )
        ]
    return []


def _contrast(inference: Inference, read: Sequence[ReadPaper]) -> list[Flag]:
    """A contrast needs a cited passage that draws it too, or a count of the background; it is doubtful where the papers do the other thing as well."""
    match = CONTRAST.search(unquoted(inference.text))
    if (
        match is None
        or inference.origin == "extractive"
        or _is_drawn(inference, match, read)
        or _is_what_they_deny(inference, match)
    ):
        return []
    other = [w.text for w in phrases(match.group("other"), longest=1) if is_topical(w)]
    holding = [p for p in read if other and set(content_stems(" ".join(other[:3]))) <= p.stems]
    if holding:
        reason = f"It sets your papers against “{' '.join(other[:3])}”, but {counted(len(holding), 'paper')} of {len(read)} speak of that too."
        return [_flag(ErrorType.CONTRAST, Severity.WARNING, reason)]
    severity = Severity.HINT if inference.origin == "user" else Severity.WARNING
    return [_flag(ErrorType.CONTRAST, severity, "Nothing in the papers supports the second half of this contrast.")]


def _is_what_they_deny(inference: Inference, match: re.Match[str]) -> bool:
    """Whether the denial is the papers' own claim ("argue that X does not show Y") and each cited paper has a sentence that denies something."""
    claimed = _DENIAL.match(match.group()) and CLAIMS_THAT.search(inference.text[: inference.text.find(match.group())])
    return bool(claimed and inference.supports) and all(
        any(SETS_APART.search(e.text) for e in s.evidence) for s in inference.supports
    )


def _is_drawn(inference: Inference, match: re.Match[str], read: Sequence[ReadPaper]) -> bool:
    """Whether a sentence that is cited, or one beside it in its paragraph, sets the same things apart; or a count of the background does."""
    of_others = bool(OTHERS.search(match.group()))
    if of_others and FROM_COUNTS.search(inference.basis):
        return True
    other = set(content_stems(" ".join(w.text for w in phrases(match.group("other"), longest=1) if is_topical(w))))
    if not other and not of_others:
        return False
    for text in _cited_texts(inference, read):
        for sentence in sentences(text):
            holds = len(other & set(content_stems(sentence))) >= max(1, len(other) / 3) if other else True
            if holds and SETS_APART.search(sentence) and (not of_others or SPEAKS_OF_OTHERS.search(sentence)):
                return True
    return False


def _worded(inference: Inference) -> list[Flag]:
    plain = unquoted(inference.text)
    rules: tuple[tuple[ErrorType, Severity, re.Pattern[str], Callable[[str], str]], ...] = (
        (ErrorType.STRENGTH, Severity.HINT, STRENGTH, lambda found: f"“{found}” is stronger than papers can show."),
        (ErrorType.IMPOSSIBLE, Severity.WARNING, IMPOSSIBLE, lambda found: f"“{found}” is true of nobody."),
        (ErrorType.STYLE, Severity.HINT, FLATTERY, lambda found: f"“{found}” praises instead of describing."),
    )
    flags = [
        _flag(kind, severity, reason(m.group())) for kind, severity, pattern, reason in rules if (m := pattern.search(plain))
    ]
    if len(plain.split()) > MAX_WORDS and not any(f.error_type is ErrorType.STYLE for f in flags):
        flags.append(
            _flag(ErrorType.STYLE, Severity.HINT, f"It has more than {MAX_WORDS} words; one short sentence reads better.")
        )
    return flags


def _stands_on_the_same(one: Inference, other: Inference) -> bool:
    """Whether both are about the same phrases of the same papers, as two aspects can be that were written apart from each other."""
    here, there = ({s for term in i.terms for s in content_stems(term)} for i in (one, other))
    same_papers = {s.paper_id for s in one.supports} == {s.paper_id for s in other.supports}
    return same_papers and len(one.supports) > 1 and len(here) > 1 and len(here & there) >= SAME_TERMS * len(here | there)


def _repeats(inference: Inference, others: Sequence[Inference]) -> list[Flag]:
    text = _untitled(inference.text)
    for other in others:
        if other.inference_id == inference.inference_id or not other.enabled:
            continue
        same = overlap(text, _untitled(other.text))
        inside = inference.aspect is other.aspect
        if same >= OPPOSED and inside and bool(DENIES.search(text)) != bool(DENIES.search(other.text)):
            return [_flag(ErrorType.PROFILE_GLOBAL, Severity.HINT, f"It may contradict “{other.text[:80]}”.")]
        if same >= (SAME if inside else SAME_ACROSS) or (same >= SAME_BESIDE and _stands_on_the_same(inference, other)):
            return [_flag(ErrorType.PROFILE_GLOBAL, Severity.HINT, f"It says much the same as “{other.text[:80]}”.")]
    return []
