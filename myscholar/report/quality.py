"""Whether a sentence can stand in a report on its own. The rules reject debris of PDF text and sentences that lean on what came before."""

import re
from itertools import pairwise

from myscholar.domain.text import Span
from myscholar.text.common_words import STOP_WORDS
from myscholar.text.terms import is_content, phrase_key, tokens

SHORTEST, LONGEST = 45, 420
"""Characters of a sentence that may be quoted."""

_DANGLING = re.compile(
    r"^(?:This|These|Those|That|It|Its|They|Their|Them|Such|Both|The (?:former|latter|same|above|following|other|second|third|first)"
    r"|Here|There|Then|So|But|And|Yet|Thus|Hence|Also|Because|Using this|With this|Most notably|For (?:this|these|that|those)|As (?:shown|seen|mentioned|discussed|noted|described|stated|before|above|such)"
    r"|Another|Other|Some of (?:these|them|the)|Most of (?:these|them|the)|Each of|Similarly|Otherwise|Rather|Note that"
    r"|(?:\w+ing|\w+ed(?: by| on)?|To \w+|Based on|With|In|For|From|By|Of|Under|Through|At|On) (?:this|these|that|such|those)\b"
    r"|(?:The|Our|This|These) (?:\w+ )?(?:methods?|models?|approach|algorithm|system|framework|results?|proposed \w+|paper|work|study|experiments?|tool|technique|performance)"
    r"(?: \w+)? (?:is|are|was|were|has|have|can|also|acts?|achieves?|uses?|outperforms?|shows?|contains?|consists?|provides?|allows?|helps?|works?|gives?|takes?))\b"
)
_LEANS = re.compile(
    r"\b(?:(?:see|in|from|of) (?:Fig|Figs|Figure|Table|Tab|Sec|Section|Eq|Equation|Appendix|Algorithm|Theorem|Lemma)s?\.? ?\(?[A-Z\d]|the (?:above|aforementioned|following)\b"
    r"|(?:Figure|Table|Fig\.) \d|as (?:mentioned|described|discussed|shown|stated|noted) (?:above|before|earlier|in)|this (?:section|chapter|subsection|figure|table)"
    r"|rest of (?:the|this) paper|in (?:this|that|such an?) (?:manner|way)\b|\b(?:such(?: an?)?|this|these|those|that) [a-z]+\W*$|(?:remove|close|fill|address|bridge|solve|resolve|tackle|overcome)s? th(?:is|at|ese|ose)\b|Appendix|\b(?:is|are|was|were) then\b|(?:is|are) organi[sz]ed as|as follows\b|et al\.?,? ?$)",
    re.IGNORECASE,
)
_DEBRIS = re.compile(
    r"https?://|www\.|doi\.org|\bdoi:|©|®|\\[a-z]+|\$[^$]+\$|[{}|<>~^\\]|\.{3,}|…|_{2,}|\ufffd|arXiv preprint"
    r"|All rights reserved|[∑∫∂√∈∀∃⊂≤≥≈→←⇒λσθφψμ∆Δ].*[∑∫∂√∈∀∃⊂≤≥≈→←⇒λσθφψμ∆Δ]|\w+@\w+|\(cid:|\*\*|\s,\s?\d|[a-z]\d{2,}[A-Z]|[\U0001D400-\U0001D7FF]"
    r"|\b(?:code|data|dataset|model)s? (?:(?:and \w+ )?(?:is|are) |will be )(?:made )?(?:publicly |freely )?(?:available|released)"
)
_MARKS = re.compile(r"\[\d[\d,;\s–-]*\]|\(\d{1,3}(?:[,;–-]\s?\d{1,3})*\)")
_IN_TEXT = re.compile(r"\([^()]*\b(?:19|20)\d{2}[a-z]?\b[^()]*\)")
_HEADING = re.compile(
    r"^(?:\d+(?:\.\d+)*\.?\s+[A-Z]|\d+(?:\.\d+)+\.?\s?[A-Za-z]|[IVX]+\.\s|[A-Z]\.\s|(?:Abstract|Introduction|Conclusion|Related Work|Background|Discussion|Results|Methods?)\b[:.—-]?\s+[A-Z])"
)
_GLUED = re.compile(
    r"(?<=[a-z\d)%])\s+(?=(?:We|This|These|The|In (?:this|our|addition|contrast|recent|particular|order)|However|Our|It|They|Moreover|Furthermore|Recently|Although|While|There"
    r"|To (?:address|this|the|overcome|tackle)|Since|Despite|Based on|As a|Recent)\s+[a-z])"
)
_RUN_ON = re.compile(r"(?<=[a-z)]\.)(?=[A-Z][a-z])")
_ENGLISH = frozenset(w for w in STOP_WORDS if len(w) <= 5)


def unglued(text: str, span: Span) -> tuple[Span, ...]:
    """The span cut where two sentences run into each other without a full stop ("... location shift We have then ...")."""
    inner = span.of(text)
    joints = sorted(m.end() for pattern in (_GLUED, _RUN_ON) for m in pattern.finditer(inner))
    cuts = [span.start, *(span.start + joint for joint in joints), span.end]
    pieces = [Span(a, b) for a, b in pairwise(cuts)]
    return tuple(Span(p.start, p.start + len(p.of(text).rstrip())) for p in pieces if p.of(text).strip())


_POINTS_BACK = re.compile(
    r"^[^,;:]{0,45}\b(?:those|these|this)\s+(?!who\b|of\b|that\b|which\b|with\b|in\b|for\b|two\b|paper|work|article|study|survey|review|thesis|research|report|is\b|end\b)[a-z]{3,}",
    re.IGNORECASE,
)


def is_quotable(sentence: str) -> bool:
    """Whether the sentence is whole English prose of a fair length, free of debris, formulas, questions and pointers to figures."""
    return (
        SHORTEST <= len(sentence) <= LONGEST
        and not _DEBRIS.search(sentence)
        and not _LEANS.search(sentence)
        and not sentence.rstrip("\"'”’)").endswith("?")
        and not _HEADING.match(sentence)
        and _is_balanced(sentence)
        and _is_prose(sentence)
    )


def dangles(sentence: str) -> bool:
    """Whether it opens with a word that points back to a sentence before it, or speaks of "those benchmarks" that it has not named."""
    return bool(_DANGLING.match(sentence) or _POINTS_BACK.search(sentence))


def quality(sentence: str, whole: bool) -> float:
    """In [0, 1]: 1 for a clean complete statement of middle length. `whole` says whether it began and ended as a sentence."""
    score = 1.0
    n = len(sentence)
    if n < 80 or n > 300:
        score -= 0.15
    score -= min(0.3, 0.12 * len(_IN_TEXT.findall(sentence)))
    if _MARKS.search(sentence):
        score -= 0.35
    if not whole:
        score -= 0.3
    if sentence[:1].islower():
        score -= 0.1
    if '"' in sentence or "“" in sentence:
        score -= 0.1
    return max(0.0, score)


def has_marks(sentence: str) -> bool:
    """Whether it holds another paper's citation numbers, which a reader would take for this report's."""
    return bool(_MARKS.search(sentence))


def _is_balanced(sentence: str) -> bool:
    return (
        sentence.count("(") == sentence.count(")") and sentence.count("[") == sentence.count("]") and sentence.count('"') % 2 == 0
    )


def _is_prose(sentence: str) -> bool:
    """Enough small English words, few capitals and digits, not a title or a list of names."""
    words = [t.text for t in tokens(sentence)]
    if len(words) < 7:
        return False
    small = sum(w.lower() in _ENGLISH for w in words) / len(words)
    capital = sum(w[0].isupper() for w in words[1:]) / len(words)
    shouting = sum(len(w) > 3 and w.isupper() for w in words) / len(words)
    numbers = sum(w.isdigit() or len(w) == 1 for w in words) / len(words)
    letters = sum(c.isascii() for c in sentence) / len(sentence)
    opening = [w for w in words[:9] if w.lower() not in STOP_WORDS]
    titled = len(opening) >= 5 and sum(w[0].isupper() for w in opening) / len(opening) > 0.8
    return small >= 0.1 and capital <= 0.4 and shouting <= 0.25 and numbers <= 0.22 and letters >= 0.95 and not titled


# Sentences that announce without saying

_THINGS = (
    r"(?:challenges|problems|issues|drawbacks|limitations|shortcomings|disadvantages|weaknesses|difficulties|barriers|gaps|opportunities|advantages"
    r"|benefits|questions|directions|aspects|factors|reasons|ways|types|categories|classes|components|steps|stages|parts|contributions|insights|findings|lessons|properties"
    r"|approaches|methods|solutions|trends|perspectives|points|topics)"
)
_MANY = (
    r"(?:(?:two|three|four|five|six|seven|several|many|various|numerous|multiple|certain|few|a few|a number of) (?:\w+ ){0,2})"
)
_OPEN_THINGS = r"(?:challenges|problems|issues|limitations|gaps|opportunities|advantages|benefits|questions|directions|lessons|insights|trends|perspectives)"
_ENDS_BEFORE_IT_SAYS = re.compile(rf"\b{_MANY}{_THINGS}$", re.IGNORECASE)
"""Ends with what it was about to name: "This design has two main drawbacks"."""
_ANNOUNCES = re.compile(
    rf"^(?:an? |the )?(?:[a-z]+ )?(?:overview|summary|discussion|list|outline) of\b|^(?:the |key |main |major |open |current |future |{_MANY}){{0,3}}(?:[a-z]+ )?{_OPEN_THINGS}(?:,)? (?:and|in|of|for|on|that|which|to|related|associated|with|as well)\b"
)
"""The object of "we discuss", without what is said of it: "key challenges in the field and future directions"."""
_TELLING = re.compile(
    r"\b(?:such as|including|include|namely|e\.g|i\.e|is|are|was|were|can|cannot|remains?|because|due to|by \w+ing|arises?|stems?|lies?|comes?|occurs?|has|have|makes?|limits?|hinders?|requires?)\b|:\s"
)
_HANGS = re.compile(
    r"^(?:One|Two|Some|A second|A third|The other|Another|The last|The next|The first|The second|The third|First|Second|Third)\s+(?:(?:one|issue|problem|challenge|drawback|reason|way)\s+)?"
    r"(?:is|are|was|were|involves?|concerns?|includes?|lies|comes)\b"
    r"|^(?:The )?(?:reasons?|contributions?|(?:main |key |major )?(?:idea|contribution|finding|result|difference|advantage|drawback)s?) (?:is|are) (?:as follows|threefold|twofold|two-fold|three-fold|summari[sz]ed)"
    r"|\b(?:as follows|threefold|twofold|two-fold|three-fold)$",
    re.IGNORECASE,
)
"""Counts on a sentence that named of what it is one."""
_EXPLAINS = re.compile(
    r"^(?:An? |The )?(?P<term>(?:[\w-]+ ){0,3}?[\w-]+)(?: \([^()]{1,30}\))?,? (?:(?:is|are) (?:an?|the|defined as|known as|one of)\b|refers? to\b|(?:has|have) (?:recently |quickly )?(?:emerged as|become) an?\b"
    r"|aims? (?:to|at)\b|means\b|denotes?\b)",
    re.IGNORECASE,
)


def says_nothing(text: str) -> bool:
    """Whether the slice to quote only announces something, breaks off, or is one of several things that a sentence before it named."""
    if _HANGS.search(text) or _ENDS_BEFORE_IT_SAYS.search(text) or text.rstrip('.”"').split()[-1].lower() in STOP_WORDS:
        return True
    return bool(_ANNOUNCES.search(text)) and not _TELLING.search(text)


def defined_term(text: str) -> str:
    """The term that the sentence says what it is, as written, without an article; empty for a sentence that explains none."""
    found = _EXPLAINS.match(text)
    return found["term"] if found and is_content(found["term"].split()[0]) else ""


def names_term(question: str, term: str) -> bool:
    """Whether the question holds the words of the term side by side, with at most one word between them: "minimum weight spanning tree"."""
    wanted, words = set(phrase_key(term).split()), phrase_key(question).split()
    width = len(wanted) + 1
    return bool(wanted) and "and" not in wanted and any(wanted <= set(words[i : i + width]) for i in range(len(words)))


_JUDGES = re.compile(
    r"^.{0,80}?\b(?:is|are) (?:also |often |still |now )?(?:an?|the|one of the) (?:very |highly |(?=most ))?(?:most|important|complex|prominent|valuable|challenging|serious|crucial|critical|difficult|hard|essential|major|significant|key|promising|active|natural|good|great|growing|fundamental)\b",
    re.IGNORECASE,
)
_TELLS_APART = re.compile(r"\b(?:that|which|where|whose|who|for|of|to|by|used)\b", re.IGNORECASE)


def explains(text: str) -> bool:
    """Whether a sentence that names a term and what kind of thing it is also tells it apart from others of that kind, and does not only judge it."""
    rest = _EXPLAINS.sub("", text, count=1)
    return rest != text and not _JUDGES.match(text) and bool(_TELLS_APART.search(rest)) and len(rest.split()) > 4
