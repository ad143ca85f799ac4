"""Which error types of Table 9 an inference shows, as far as that can be seen without a model. For users' edits and models' output.

Looked for: DOMAIN, OVERCLAIM, CONVENTION, CONTRAST, STRENGTH, IMPOSSIBLE, STYLE, PROFILE_GLOBAL. UNIMPORT can't be seen from outside:
only the researcher knows what matters. Source: MySQA Table 9, D.1.
"""

import re
from collections.abc import Callable, Sequence

from myscholar.domain.flags import ErrorType, Flag, Severity
from myscholar.domain.papers import Paper
from myscholar.domain.profile import Inference, ProfileAspect
from myscholar.domain.text import counted
from myscholar.profile.reading import ReadPaper, read_papers
from myscholar.text.background import Background
from myscholar.text.similarity import overlap
from myscholar.text.terms import content_stems, is_topical, phrases

COMMON_SHARE = 0.08
"""A statement whose every phrase is in a larger share of background abstracts could be said of nearly everybody."""
LEAST_SHARE = 0.4
"""Below this share of papers, "your papers" says too much."""
ESTABLISHED = 20
"""Background papers with a phrase from which on it counts as a technical term."""
SAME = 0.75
"""Two inferences with a larger share of common stems say the same."""

_BROAD = re.compile(r"^(?:your (?:papers|work|writing|research)\b|you\b)", re.IGNORECASE)
_ALL = re.compile(
    r"\b(?:all (?:of )?your|always|consistently|every one of|each of your|throughout your|invariably|without exception)\b",
    re.IGNORECASE,
)
_CONVENTIONS = re.compile(
    r"\b(?:(?:list|enumerate|state|summari[sz]e)s? (?:\w+ ){0,2}contributions?|limitations? sections?|related work|future work|tables? and figures?|figures? and tables?"
    r"|footnotes?|cite (?:extensively|prior|previous|related)|extensive citations?|compare(?:s|d)? (?:\w+ ){0,4}(?:state[- ]of[- ]the[- ]art|baselines?)|propose(?:s)? (?:a )?(?:new|novel) (?:methods?|models?|approach(?:es)?)"
    r"|standard (?:benchmarks?|datasets?|sections)|(?:formal|thorough|encyclopedic|technical|structured|well-organi[sz]ed)(?:,? (?:and )?\w+)? (?:tone|voice|style)|mathematical derivations|extensive background|open (?:research )?problems|technical language|well[- ]structured|point(?:s)? out problems and propos|introduction|knowledge gaps?|identify(?:ing)? (?:a )?gaps?"
    r"|extensive experiments|academic (?:tone|style)|clear and concise|ablation stud(?:y|ies))\b",
    re.IGNORECASE,
)
_CONTRAST = re.compile(
    r"\b(?:rather than|instead of|as opposed to|in contrast to|unlike|not just|less focused|more than (?:on|in)|over (?:creating|using|building)|and not|, not|do(?:es)? not|never|without|lack(?:s)?)\b(?P<other>[^.;]*)",
    re.IGNORECASE,
)
_STRENGTH = re.compile(
    r"\b(?:deep(?:ly)? (?:expert(?:ise)?|familiar(?:ity)?|understanding|knowledge)|extensive (?:expertise|knowledge)|comprehensive (?:understanding|knowledge)|world[- ]class|leading expert|master(?:y|ed|s)?|unparalleled|exceptional(?:ly)?|profound(?:ly)?|renowned|pioneer(?:ing|ed|s)?"
    r"|brilliant(?:ly)?|unique(?:ly)?|highly (?:skilled|expert|sophisticated)|expert(?:ise)? in|groundbreaking|strong(?:ly)? (?:committed|commitment|familiarity)|outstanding|visionary|passionate(?:ly)?|in-depth (?:expertise|mastery))\b",
    re.IGNORECASE,
)
_IMPOSSIBLE = re.compile(
    r"\b(?:know(?:s)? everything|solve(?:s|d)? (?:all|every|any)|prove(?:s|d)? p\s?[=!≠]=?\s?np|never (?:wrong|err|make(?:s)? mistakes)|perfect(?:ly)? (?:accura|predict|understand|solv)\w*|100 ?% (?:accura|reliab|correct)\w*|eliminate(?:s)? all|guarantee(?:s)? (?:truth|correctness|success)"
    r"|every (?:paper|method|field) (?:ever|in the world)|cure(?:s)? (?:all|cancer)|infallib\w+|understand(?:s)? all)\b",
    re.IGNORECASE,
)
_FLATTERY = re.compile(
    r"\b(?:nuanced skillset|impressive(?:ly)?|remarkable|elegant(?:ly)?|masterful(?:ly)?|beautiful(?:ly)?|insightful|admirable|incredible|amazing|excellent|fantastic|wonderful|genius|stellar|eloquent(?:ly)?)\b|!",
    re.IGNORECASE,
)
MAX_WORDS = 60


def check_inference(
    inference: Inference, papers: Sequence[Paper], background: Background, others: Sequence[Inference]
) -> tuple[Flag, ...]:
    """At most one flag an error type, warnings first. `others` are the profile's other inferences."""
    read = read_papers(papers)
    found = [
        *_domain(inference, read, background),
        *_overclaim(inference, read),
        *_convention(inference, background),
        *_contrast(inference, read),
        *_worded(inference),
        *_repeats(inference, others),
    ]
    return tuple(sorted(found, key=lambda f: f.severity is not Severity.WARNING))


def _flag(error_type: ErrorType, severity: Severity, reason: str, repair: str | None = None) -> Flag:
    return Flag(error_type=error_type, severity=severity, reason=reason, repair=repair)


def _domain(inference: Inference, read: Sequence[ReadPaper], background: Background) -> list[Flag]:
    """Technical terms (established phrases, or written like names) that no paper contains. Said of an audience, only a hint."""
    if not read or inference.origin == "extractive":  # its terms are taken from the papers; the rest is this project's wording
        return []
    stems = [set(content_stems(f"{p.paper.title}\n{p.text}")) for p in read]
    absent = [t for t in _technical(unquoted(inference.text), background) if not any(set(content_stems(t)) <= s for s in stems)]
    if not absent:
        return []
    severity = Severity.HINT if inference.aspect is ProfileAspect.AUDIENCE else Severity.WARNING
    return [_flag(ErrorType.DOMAIN, severity, f"None of your papers uses {' or '.join(f'“{a}”' for a in absent[:3])}.")]


def _technical(text: str, background: Background) -> list[str]:
    """Phrases of two or three words that are established in the background, and names; none a part of another."""
    found = [p for p in phrases(_FRAME.sub(" , ", text), longest=3) if is_topical(p)]
    terms = [p.text for p in found if " " in p.key and background.frequencies.get(p.key, 0) >= ESTABLISHED]
    names = [p.text for p in found if " " not in p.text and _NAME.search(p.text)]
    kept: list[str] = []
    for term in sorted({*terms, *names}, key=lambda t: (-len(t), t)):
        if not any(term in other for other in kept):
            kept.append(term)
    return kept


def unquoted(text: str) -> str:
    """Without what stands in quotation marks: titles and the papers' own words."""
    return re.sub(r"[“\"][^”\"]*[”\"]", "", text)


def _untitled(text: str) -> str:
    """Without titles in brackets: two inferences about one paper are not the same for that."""
    return re.sub(r"\(“[^”]*”\)", "", text)


_NAME = re.compile(r"[a-z][A-Z]|[A-Z]{2}|[A-Z]\w*\d")
_FRAME = re.compile(
    r"\b(?:your papers?|your work|you|one|several|some|papers?|authors?|readers?|audience|interest(?:ed)?|show|seem|appear|prefer|focus|favor|tend|argue|believe|write|written|aimed|target|address|draw|return(?:ing)?"
    r"|keep|emphasi[sz]e|familiar(?:ity)?|knowledge|expertise|conference|abstracts?|term|researchers?|usually|most|often|frequently|style|tone|use|rely|work(?:ing|s)?)\b",
    re.IGNORECASE,
)


def _overclaim(inference: Inference, read: Sequence[ReadPaper]) -> list[Flag]:
    n, total = len(inference.supports), len(read)
    if total < 2 or not _BROAD.search(inference.text):
        return []
    if n == 1:
        repair = re.sub(r"^Your papers\b", "One of your papers", inference.text)
        return [
            _flag(
                ErrorType.OVERCLAIM,
                Severity.WARNING,
                f"Only one of {counted(total, 'paper')} supports it.",
                repair if repair != inference.text else None,
            )
        ]
    if n == 0:
        return [_flag(ErrorType.OVERCLAIM, Severity.HINT, "No paper is given as support.")]
    if _ALL.search(inference.text) and n < total:
        return [_flag(ErrorType.OVERCLAIM, Severity.WARNING, f"It speaks of all papers; {n} of {total} support it.")]
    if n < LEAST_SHARE * total:
        repair = re.sub(r"^Your papers\b", f"{n} of your {total} papers", inference.text)
        return [
            _flag(
                ErrorType.OVERCLAIM,
                Severity.HINT,
                f"It speaks of your papers in general; {n} of {total} support it.",
                repair if repair != inference.text else None,
            )
        ]
    return []


def _convention(inference: Inference, background: Background) -> list[Flag]:
    match = _CONVENTIONS.search(inference.text)
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
    """A contrast is doubtful where the papers speak of the other side too; otherwise it is only hinted at."""
    match = _CONTRAST.search(unquoted(inference.text))
    if match is None or inference.origin == "extractive":
        return []
    other = [w.text for w in phrases(match.group("other"), longest=1) if is_topical(w)]
    holding = [p for p in read if other and set(content_stems(" ".join(other[:3]))) <= set(content_stems(p.text))]
    if holding:
        reason = f"It sets your papers against “{' '.join(other[:3])}”, but {counted(len(holding), 'paper')} of {len(read)} speak of that too."
        return [_flag(ErrorType.CONTRAST, Severity.WARNING, reason)]
    return [_flag(ErrorType.CONTRAST, Severity.HINT, "Nothing in the papers supports the second half of this contrast.")]


def _worded(inference: Inference) -> list[Flag]:
    plain = unquoted(inference.text)
    rules: tuple[tuple[ErrorType, Severity, re.Pattern[str], Callable[[str], str]], ...] = (
        (ErrorType.STRENGTH, Severity.HINT, _STRENGTH, lambda found: f"“{found}” is stronger than papers can show."),
        (ErrorType.IMPOSSIBLE, Severity.WARNING, _IMPOSSIBLE, lambda found: f"“{found}” is true of nobody."),
        (ErrorType.STYLE, Severity.HINT, _FLATTERY, lambda found: f"“{found}” praises instead of describing."),
    )
    flags = [
        _flag(kind, severity, reason(m.group())) for kind, severity, pattern, reason in rules if (m := pattern.search(plain))
    ]
    if len(plain.split()) > MAX_WORDS and not any(f.error_type is ErrorType.STYLE for f in flags):
        flags.append(
            _flag(ErrorType.STYLE, Severity.HINT, f"It has more than {MAX_WORDS} words; one short sentence reads better.")
        )
    return flags


def _repeats(inference: Inference, others: Sequence[Inference]) -> list[Flag]:
    for other in others:
        if (
            other.inference_id != inference.inference_id
            and other.enabled
            and inference.aspect is other.aspect
            and overlap(_untitled(inference.text), _untitled(other.text)) >= SAME
        ):
            return [_flag(ErrorType.PROFILE_GLOBAL, Severity.HINT, f"It says much the same as “{other.text[:80]}”.")]
    return []
