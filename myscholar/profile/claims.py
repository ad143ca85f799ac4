"""Claims: sentences in which a paper takes a stand, and how strongly."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from myscholar.profile.reading import ReadPaper, Sentence


class Stance(StrEnum):
    """How a claim is put; it decides how the claim is introduced."""

    ARGUES = "argues"
    DEMANDS = "demands"
    CRITICIZES = "criticizes"
    CONTRADICTS = "contradicts"
    CONCLUDES = "concludes"
    VALUES = "values"


_ARGUES = re.compile(
    r"\b(?:we|I) (?:\w+ )?(?:argue|contend|maintain|claim|believe|posit|advocate|hold|stress|emphasi[sz]e) that (?=\w)",
    re.IGNORECASE,
)
_CONCLUDES = re.compile(
    r"\b(?:we|our (?:findings|results|analys[ei]s|work|study|experiments)|this (?:paper|study|work)|(?:the |experimental |empirical |simulation |numerical )*(?:results|experiments|findings|simulations)) (?:\w+ )?(?:can |could )?(?:conclude|find|found|observe|show|shows|suggest"
    r"|suggests|demonstrate|demonstrates|reveal|reveals|indicate|indicates|imply|implies) that (?=\w)",
    re.IGNORECASE,
)
_DEMANDS = re.compile(
    r"\b(?:should|must|ought to|needs? to be|it is (?:\w+ )?(?:essential|crucial|critical|important|imperative|vital|necessary|desirable) (?:to|that)"
    r"|is (?:\w+ )?(?:essential|crucial|critical|imperative|vital|indispensable|paramount) (?:to|for|that|in)|there is a (?:\w+ )?need (?:for|to)|calls? for"
    r"|are (?:essential|crucial|critical|imperative|vital|indispensable|paramount)|is key to|are key to|prerequisite)\b",
    re.IGNORECASE,
)
_CRITICIZES = re.compile(
    r"\b(?:fails? to|failed to|insufficient|is not (?:enough|sufficient)|overlook(?:s|ed)?|neglect(?:s|ed)?|mislead(?:s|ing)|ignor(?:e|es|ed)|unreliable"
    r"|inadequate|flawed|oversimplif\w+|suffers? from|cannot be|remains? (?:largely )?(?:unclear|unexplored|underexplored|challenging|elusive|unknown)"
    r"|poorly understood|(?:have|has|face|faces) (?:\w+ )?(?:limitations?|challenges|drawbacks)|struggles?\b|prone to|susceptible to|hindered by|(?:is|are) perceived as|(?:acts?|remains?|seen|viewed|considered|criticized|regarded|treated|is|are) (?:as )?(?:an? )?(?:\w+ )?[\"“']?black[- ]box|do(?:es)? not (?:capture|reflect|account|consider|generali[sz]e|provide|take))\b",
    re.IGNORECASE,
)
_CONTRADICTS = re.compile(
    r"\b(?:contrary to|surprisingly|counter-?intuitive\w*|in contrast to (?:common|popular|prior|previous|conventional|the common)|challenges? the (?:\w+ )?(?:assumption|view|notion|belief)"
    r"|is a (?:common )?(?:myth|misconception)|it is no new fact)\b",
    re.IGNORECASE,
)
_CITES = re.compile(
    r"\bet al\b|\bauthors?\b|\baccording to\b|\[\d|\((?:19|20)\d\d\)|\b(?:19|20)\d\d[a-z]?\)|\bhas been (?:noted|argued|suggested|shown|reported)\b",
    re.IGNORECASE,
)
"""Somebody else's view."""
_VALUES = re.compile(
    r"\b(?:plays? (?:a|an) (?:\w+ )?(?:crucial|key|important|vital|central|critical|pivotal|essential|fundamental) role|(?:is|are) (?:a |an |the )?(?:\w+ )?"
    r"(?:promising|important|powerful|valuable|key|central|ideal|better suited|well[- ]suited|preferable|worth\w*|advantageous|necessary|inevitable|dangerous"
    r"|problematic|opaque|feasible|sufficient|robust|superior|limited|indispensable)|holds? (?:great |significant )?(?:promise|potential)|offers? (?:a|an) (?:\w+ )?(?:promising|powerful|effective|natural)"
    r"|has the potential to|have the potential to|more (?:reliable|informative|accurate|suitable|robust|effective|important|natural|interpretable|transparent) than|matters?\b|lies? (?:at|in) the"
    r"|lead(?:s)? to (?:a )?(?:better|worse|poor|more|less)|hinder(?:s|ed)?|undermin\w+|threat(?:s|ens?)?|urgent\w*|not (?:well |fully |yet )?understood)\b",
    re.IGNORECASE,
)
_NOT_A_STAND = re.compile(
    r"^(?:in [^,]{3,40}, )?(?:we|our (?:results|experiments|findings)) \w+|\bshould be noted\b|\bit should\b|\bwe should note\b|\bmust be (?:greater|less|smaller|larger|equal|set|chosen)\b|\bour (?:\w+ ){0,2}(?:method|approach|model|algorithm|framework|system|technique|architecture|network|pipeline|scheme|solution)s?\b"
    r"|\bthe proposed\b|\boutperform\w*\b|\bstate-of-the-art\b|\bbaselines?\b|\bp <|\bwe (?:use|used|set|train|trained|select|sample|compute|apply|run|ran|choose|chose|follow|adopt)\b"
    r"|\bfuture work\b|\bhypothes[ei]s\b|\bfor simplicity\b|\bwithout loss of generality\b|\bin our (?:experiments?|case|setting)\b|\bthis (?:step|layer|parameter|value|term|equation)\b"
    r"|\bloss function\b|\bhyper-?parameters?\b|\bepochs?\b|\bprompt(?:ed)? (?:the|to)\b|\buser (?:must|should)\b|\bplease\b|\byou (?:must|should|are)\b|\bdiagonal\b|\bpixels? (?:must|should)\b"
    r"|\bwe (?:will|would|should|could|can|also|further|first|then|next|still)\b|\bexpect\w*\b|\bideal scenario\b|\bperforms? (?:similarly|comparabl\w+|well|better|worse|best)\b"
    r"|\b(?:higher|lower|better|faster|worse|larger|smaller|superior|fewer) \b.*\bthan\b|\bpercent|%|\bsame token\b|\b(?:row|column|panel)\b|\d\.\d|\be\.g\.|\binput (?:vector|tensor|image)s?\b"
    r"|\b(?:asks?|asked|asking|wonders?|question (?:is|was)) (?:\w+ ){0,6}(?:whether|if|how|what|when|why)\b|\bpropose (?:a|an|the|to)\b|\bwe (?:present|introduce)\b|\bcompared (?:to|with)\b|\brest of\b|\bset to\b",
    re.IGNORECASE,
)
_CONNECTIVE = re.compile(
    r"^(?:(?:however|therefore|thus|hence|consequently|furthermore|moreover|additionally|in addition|in conclusion|overall|finally|nevertheless|nonetheless|indeed"
    r"|as a result|in summary|in contrast|on the other hand|in particular|importantly|specifically|accordingly|ultimately|similarly|besides|also|still|yet|in fact"
    r"|altogether|in general|generally|in short|to conclude|in other words|clearly|notably), |(?:but|and|so|yet) )(?=\w)",
    re.IGNORECASE,
)
_OPEN_REFERENCE = re.compile(
    r"^.{0,45}?\b(?:they|them|he|she|its|their|here|it(?! is (?:\w+ )?(?:essential|crucial|critical|important|imperative|vital|necessary|desirable|possible|clear|known)\b))\b"
    r"|\b(?:this|these|those)\b(?! (?:paper|work|study|survey|article|review)\b)|\bsuch\b(?! as\b)|^[^:]{0,40}:|\byour?\b"
    r"|\bthe (?:above|former|latter|aforementioned|following)\b|[\"“]\w+(?: [^\"”]+){3,}[\"”]",
    re.IGNORECASE,
)
"""What points to a neighbour of the clause: an early pronoun, a demonstrative, a label before a colon; and quoted sample sentences."""
_STRENGTHS = (
    (Stance.ARGUES, _ARGUES, 3.0),
    (Stance.CONTRADICTS, _CONTRADICTS, 1.7),
    (Stance.DEMANDS, _DEMANDS, 2.0),
    (Stance.CONCLUDES, _CONCLUDES, 1.8),
    (Stance.CRITICIZES, _CRITICIZES, 1.6),
    (Stance.VALUES, _VALUES, 1.3),
)


LEAST_STRENGTH = 2.4
"""Weaker sentences only report."""


@dataclass(frozen=True)
class Claim:
    """`clause` is verbatim: what follows "we argue that", else the whole sentence."""

    paper: ReadPaper
    sentence: Sentence
    stance: Stance
    clause: str
    strength: float

    @property
    def follows_that(self) -> bool:
        return self.clause[:1].islower() or self.stance is Stance.ARGUES


def claims(paper: ReadPaper, topicality: Callable[[Sentence], float]) -> list[Claim]:
    """The paper's own stands that can be read on their own, strongest first. `topicality` >= 0; a sentence without any is no claim."""
    found = [claim for s in paper.quotable if (claim := _claim(paper, s, topicality(s)))]
    return sorted(found, key=lambda c: -c.strength)


def _claim(paper: ReadPaper, sentence: Sentence, topical: float) -> Claim | None:
    text = sentence.text
    matched = next(((stance, m, strength) for stance, pattern, strength in _STRENGTHS if (m := pattern.search(text))), None)
    if matched is None or topical <= 0 or text.endswith("?"):
        return None
    stance, match, strength = matched
    clause = text[match.end() :] if stance in (Stance.ARGUES, Stance.CONCLUDES) else _CONNECTIVE.sub("", text)
    clause = clause.rstrip(" .")
    if _NOT_A_STAND.search(clause) or _CITES.search(text) or not _reads_alone(clause):
        return None
    is_framing = sentence.in_abstract or sentence.position < 0.18 or sentence.position > 0.82
    if stance in (Stance.CONCLUDES, Stance.VALUES) and not is_framing:
        return None
    place = (0.6 * sentence.in_abstract + 0.5) if is_framing else -0.8
    if strength + place + topical < LEAST_STRENGTH:
        return None
    return Claim(paper, sentence, stance, clause, strength + place + topical)


def _reads_alone(clause: str) -> bool:
    n_words = clause.count(" ") + 1
    return 8 <= n_words <= 36 and not _OPEN_REFERENCE.search(clause) and clause.count("(") == clause.count(")")
