"""Which phrases can name a topic, and how a name reads in the middle of a sentence."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from myscholar.text.common_words import ACADEMIC_WORDS, split_words

_ACADEMIC_HEADS = split_words("""
    model models system systems analysis design evaluation method methods framework technique
    techniques task tasks process test problem problems score research understanding
""")
"""Words of the trade that may end a name: "channel model", "question answering system"."""

_NEVER_STARTS = re.compile(
    r"^(?:[\w-]+ly|classical|qualitative|quantitative|analytical|arbitrary|experimental|theoretical"
    r"|empirical|numerical|based|using|used|given|called|named|compared|unlike|due|made|show[sn]?"
    r"|enable\w*|require\w*|provid\w+|improv\w+|increas\w+|reduc\w+|achiev\w+|generat(?:e|es|ed)"
    r"|learns?|predicts?|captur(?:e|es|ed)|outperform\w*|wants?|needs?|needed|helps?|consider\w*"
    r"|obtain\w*|various|numerous|different|significant|important|large|larger|smaller|small|better"
    r"|best|good|great|novel|new|recent|current|existing|proposed|previous|prior|traditional"
    r"|certain|specific|particular|similar|entire|whole|corresponding|respective|main|key|major"
    r"|possible|potential|popular|typical|common|original|final|initial|additional|multiple|single"
    r"|total|average|overall|high|low|higher|lower|highest|lowest|long|short|big|full|wide|top|two"
    r"|three|four|five|six|ten|comprehensive|holistic|cutting-edge|emerging|crucial|breakthrough"
    r"|diverse|extensive|promising|garnered|attracted|transported|specified|demonstrated"
    r"|technological|remarkable|rapid|advanced|advancing|effective|efficient|powerful|critical"
    r"|essential|vital|fundamental|substantial|widespread|challenging|difficult|simple|complex"
    r"|growing|latest|modern|next-generation|state-of-the-art|standard|conventional|general|generic"
    r"|thorough|detailed|in-depth|relevant|correct|desired|tighter|simpler|deeper|shorter|longer"
    r"|faster|slower|stronger|weaker|easier|harder|cheaper|richer|finer|coarser|broader|wider"
    r"|closer|newer|older|fewer|inspired|organized|oriented|accelerate|infer|know|localize|extract"
    r"|build|detect|determine|train|estimate|solve|combine|construct|create|find|select"
    r"|visuali[sz]e|optimi[sz]e|evaluate|compute|perform|handle|mitigate|alleviate|leverage"
    r"|utili[sz]e|employ|adopt|avoid|prevent|ensure|facilitate|highlights?|includes?|uses?|follows?"
    r"|presents?|describes?|fast|steady|apparent|accurate|inaccurate|reliable|real|sufficient"
    r"|understand|analy[sz]e|investigate|explore|examine|introduce|propose|suggest|compare|let|take"
    r"|keep|bring|pose|input|output|\w+(?:izes|ises|ifies|ify))$",
    re.I,
)
_NAMING_GERUNDS = split_words("""
    moving training operating working building walking driving reading writing speaking programming
    engineering processing scheduling sampling clustering ranking routing imaging sensing embedding
    hashing boosting pruning parsing tracking mapping planning reasoning streaming aging ageing
    housing nursing nearest-neighbor teaching
""")
_GERUNDS_ALONE = split_words("""
    beamforming caching chunking clustering crowdsourcing fuzzing hashing indexing imaging
    jailbreaking paraphrasing parsing phishing pooling prompting pruning quantizing reranking
    routing scheduling segmenting sensing stemming stuttering tokenizing tutoring watermarking
""")
_WEAK_END = re.compile(
    r"(?:\w{2,}ly|ous|able|ible|ful|less|est|ive|ish|ward|wise|ized|ated|ised|[^eo]ed)$|^(?:aware"
    r"|specific|like|level|free|wide|due|vs|significant|different|important|large|small|high|low"
    r"|new|good|better|many|such|real|current|recent|certain|whole|entire|similar|general|common"
    r"|key|main|major|unlike|following|including|according|needs?|wants?|says|driven|operating"
    r"|becomes?|remains?|shows?|shown|works?|using|makes?|enables?|requires?|provides?|learns?"
    r"|achieves?|produces?|gives?|takes?|allows?|leads?|helps?|exists?|predicts?|captures?"
    r"|contains?|includes?|consists?|depends?|represents?|corresponds?|tends?|seems?|appears?"
    r"|occurs?|occurring|relying|leading|resulting|depending|denotes?|indicates?|determines?"
    r"|explains?|being|having|containing|showing|consisting|varies|vary|differs?|means?|refers?"
    r"|focus(?:es)?|lies|relies|total|average|max|min|final|initial|original|next|former|latter"
    r"|overall|additional|multiple|single|double|second|third|top|bottom|left|right|upper|lower"
    r"|late|long|short|big|full|parts?|things?|ways?|lots?|kinds?|sorts?|aspects?|facts?|examples?"
    r"|sections?|figures?|tables?|steps?|back|numbers?|amounts?|sets?|pairs?|cases?|times?|days?"
    r"|end|sides?|order|forms?|lines?|points?|sizes?|people|persons?|authors?|attention|scales"
    r"|grows|runs|holds|localizing|comparisons?|structures?|generate|maintain|satisf\w+|suggests?"
    r"|arise|arises|decrease[sd]?|increase[sd]?|plays?|advances|advancements|innovations"
    r"|opportunities|benefits|considerations|trends|insights|perspectives|capabilities|scenarios"
    r"|settings?|details|coverage|purposes|topics?|overheads?|improvements?|introduction|appendix"
    r"|appendices|contributions?|advantages?|disadvantages?|strengths?|difficulties|implications"
    r"|options|choices|categories|items|components?|modules?|reviews?|surveys?|stud(?:y|ies)"
    r"|databases?|papers?|articles?|researchers|efforts?|processes|answers|decisions?)$",
    re.I,
)
_ADJECTIVE_PART = ("al", "ic", "ary", "ent", "ant", "ory", "ar", "driven")
"""Ends of a hyphenated word that only describes: "task-driven", "cross-lingual"."""
_DESCRIBING_PARTS = frozenset("at by in non off on".split())
_ADJECTIVE_ALONE = tuple("ing al ic ary ent ant ory ar ual ate ise ize ex ic".split())
_UNCOUNTED = tuple(
    """
    ing ness ity ence ance ics ism tude ware traffic education research data information knowledge
    ure phy metry gy propagation memory homology learning spectrum
    """.split()
)
_SELDOM_COUNTED = (
    *_UNCOUNTED,
    *"tion sion ment control search design process flow work state".split(),
)
_POSSESSIVE = re.compile(r"['’]s\b")


@dataclass(frozen=True)
class Casing:
    """`lower`: words met in lower case; `names`: words met capitalized inside a sentence."""

    lower: frozenset[str]
    names: frozenset[str]

    @classmethod
    def of(cls, texts: Sequence[str]) -> "Casing":
        words = {w for text in texts for w in re.findall(r"[^\W\d_]+", text)}
        inside = {w for text in texts for w in re.findall(r"(?<=[a-z,] )([A-Z][a-z]+)\b", text)}
        return cls(frozenset(w for w in words if w.islower()), frozenset(inside))

    def word(self, word: str) -> str:
        """Lower case, but for inner capitals, digits, and what is met only capitalized."""
        parts = word.split("-")
        if any(
            p[1:] != p[1:].lower() or any(map(str.isdigit, p)) or (len(p) == 1 and p.isupper())
            for p in parts
        ):
            return word
        if len(parts) > 1:
            return word.lower() if all(p.lower() in self.lower for p in parts) else word
        return word.lower() if word.lower() in self.lower or word not in self.names else word


def is_name_like(surface: str) -> bool:
    """Whether words can name a topic: a noun ends them, no verb, gerund or filler begins them."""
    words = [w for w in re.split(r"[\s-]+", surface) if w]
    if not words:
        return False
    first, last = words[0], words[-1]
    folded = last.lower()
    if " " not in surface and (first[0].isdigit() or _describes(surface, first, last)):
        return False
    if _WEAK_END.search(last) or (folded in ACADEMIC_WORDS and folded not in _ACADEMIC_HEADS):
        return False
    if len(words) == 1:
        describes = last.endswith(_ADJECTIVE_ALONE) and folded not in _GERUNDS_ALONE
        long = len(last) > (3 if last.islower() else 2)
        return long and folded not in ACADEMIC_WORDS and not (last.islower() and describes)
    if any(_NEVER_STARTS.search(start) for start in (first, surface.split()[0])):
        return False
    return not first.lower().endswith("ing") or first.lower() in _NAMING_GERUNDS


def _describes(surface: str, first: str, last: str) -> bool:
    """Whether a hyphenated word only describes what should follow: "on-demand", "task-driven"."""
    describing = last.endswith(_ADJECTIVE_PART) or first.lower() in _DESCRIBING_PARTS
    return describing and "-" in surface and last.islower()


def label(
    surfaces: Mapping[str, int], casing: Casing, *, short: str | None, is_counted: bool
) -> str:
    """The usual way of writing; in lower case but for names; plural where the phrase is counted ("a
    class activation map"); with its short form."""
    forms: Counter[str] = Counter()
    for surface, n in surfaces.items():
        forms[_cased(surface, casing)] += n
    named = {f: n for f, n in forms.items() if is_name_like(f)} or dict(forms)
    plurals = [f for f in named if f.endswith("s") and _has_singular(f, named)]
    best = max(plurals or named, key=lambda f: (named[f], f))
    may_be_plural = not plurals and not _POSSESSIVE.search(best) and best.split()[-1].islower()
    if is_counted and may_be_plural and not best.endswith(("s", *_UNCOUNTED)):
        best = pluralize(best)
    if not short or short.lower() in re.split(r"[\s-]+", best.lower()):
        return best
    words = best.split()
    if all(w[0].isupper() for w in words):  # "Application Programming Interface" is no name
        best = " ".join(w.lower() if w[1:].islower() else w for w in words)
    return f"{best} ({short})"


def _cased(surface: str, casing: Casing) -> str:
    """Names of several words ("Materials Project") stay whole."""
    words = re.sub(r"['’]s$", "", surface).split()
    cased = [casing.word(_POSSESSIVE.sub("", w)) + "".join(_POSSESSIVE.findall(w)) for w in words]
    keeps_name = any(c[0].isupper() and c[1:].islower() for c in cased)
    return " ".join(words if keeps_name and all(w[0].isupper() for w in words) else cased)


def _has_singular(plural: str, forms: Mapping[str, int]) -> bool:
    y_form = f"{plural[:-3]}y" if plural.endswith("ies") else plural[:-1]
    return any(form in forms for form in (plural[:-1], plural[:-2], y_form))


def is_countable(noun: str, words: frozenset[str]) -> bool:
    """Whether the lower-case noun is met in the plural among the words."""
    seldom = noun.endswith(("s", "y", *_SELDOM_COUNTED))
    return noun.islower() and not seldom and pluralize(noun) in words


def pluralize(phrase: str) -> str:
    """ "map" -> "maps", "study" -> "studies", "analysis" -> "analyses", "matrix" -> "matrices"."""
    if phrase.endswith("trix"):
        return f"{phrase[:-1]}ces"
    if phrase.endswith("y") and phrase[-2:-1] not in "aeiou":
        return f"{phrase[:-1]}ies"
    if phrase.endswith("sis"):
        return f"{phrase[:-2]}es"
    return f"{phrase}es" if phrase.endswith(("s", "x", "ch", "sh")) else f"{phrase}s"
