"""Whether an inference belongs to its aspect, by its wording. Source: MySQA D.7.

On 259 real statements of 11 users, each asked about its own aspect and the four others: 97 % of
their own match, 6 % of the others do (balanced accuracy 0.95, 2 unscored); the most spoken-for
aspect is the right one in 88 %. By aspect 92 to 100 % of their own match; knowledge and writing
style are most often also seen as research style (26 % and 20 %). The cues were written by reasoning
after reading these statements, so expect somewhat less elsewhere. On 294 inferences of this
product's extractive engine (40 simulated users), whose wording is its own: 94 % of their own match,
4 % of the others, 3 % unscored.
"""

import re

from eval.domain.judgment import Judgment, Scored, Unscored
from eval.judges.local.topics import statement
from eval.judges.local.words import unreadable
from myscholar.domain.profile import ProfileAspect
from myscholar.profile.error_words import unquoted

_CUES: dict[ProfileAspect, tuple[str, ...]] = {
    ProfileAspect.KNOWLEDGE: (
        r"knowledg\w*|knows?|aware(?:ness)?|lineage|foundational work|proficien\w*|fluent",
        r"expert(?:ise)?|familiar(?:ity)?|well[- ]versed|skilled|speciali[sz]\w*",
        r"understand(?:s|ing)?|grounded|background in|interest(?:ed)? in|focus(?:es|ed)? (?:more "
        r"|less )?on",
        r"return(?:s|ing)? to|topics?|draw(?:s|ing)? on|works? (?:on|with)|is about|centers? "
        r"on|takes? up|treats?|brings? in|goes? into|build(?:s|ing)? (?:up)?on|built (?:up)?on",
    ),
    ProfileAspect.RESEARCH_STYLE: (
        r"research (?:style|pattern|approach|questions?|process|problems?)|methodolog\w*"
        r"|pipelines?|methods?|strateg\w+|techniques?",
        r"prefer(?:s|ence|ring)?|favou?rs?|rel(?:y|ies|ying)|priorit\w+|commitment|adopt\w*"
        r"|employ\w*|appl(?:y|ies|ying)",
        r"validat\w+|evaluat\w+|benchmark\w*|experiment\w*|empirical\w*|compar\w+|measur\w+"
        r"|test(?:s|ed|ing)?|analy[sz]\w+|simulat\w+|user studies|case studies|prototypes?|proofs?",
        r"propos\w+|develop\w*|conduct\w*|combin\w+|creat\w+|investigat\w+|formulat\w+|releas\w+"
        r"|iterativ\w+|learns? with|proceeds?|accounts? "
        r"for|integrat\w+|design\w*|puts?|chooses?|builds? (?!up)(?:an?|the|\w+ "
        r"(?:into|to))|derives?|elicits?|perturbs?",
    ),
    ProfileAspect.WRITING_STYLE: (
        r"writ(?:e|es|ing) (?:style|long|short|in|with|about)|writing|written "
        r"in|prose|sentences?|wording|language|phras\w+|rhetoric\w*|tone|styl(?:e|istic)|speaks? "
        r"as",
        r"narrative|didactic|structur\w+ (?:their|your|its|arguments?|the|by)|(?:are|is) "
        r"structured|arguments? (?:are|is)|introductions?|appendi\w+|sections?|subsections?"
        r"|headings?|titles?|in abstracts|begins? (?:with|by)|opens? (?:with|the)|concludes? "
        r"(?:not|with|by|sections?)",
        r"terminolog\w+|coin(?:s|ing|ed)?|acronyms?|names?|analog\w+|metaphors?|toy "
        r"models?|intuiti\w+|examples?|figures?|enumerat\w+|citations?|cit(?:e|es|ing)|quot\w+",
        r"fram(?:e|es|ing)|explain\w*|defin(?:e|es|ing)|hedg\w+|motivat\w+|present\w*"
        r"|descriptions?|step-by-step|explicit(?:ly)?|detailed|justif\w+|reader(?:'s)? "
        r"(?:through|intuition)|guides? the reader|questions? to the reader|signpost\w*|argue by",
    ),
    ProfileAspect.POSITIONS: (
        r"argu(?:e|es|ing) (?:that|for|against)|contend\w*|assert\w*|claims? "
        r"that|maintains?|posits?|judges?|concludes? that|holds? (?:the|that)",
        r"advocat\w+|champion\w*|promot\w+|calls? for|says? what is needed|names? a "
        r"shortcoming|emphasi[sz]es? (?:that|the (?:importance|need))",
        r"positions?|belie\w+|suggests? that|stance|views? (?:that|of|as)|sees?",
        r"should|must|critici[sz]\w+|caution\w*|warn\w*|critical of|against|more important",
    ),
    ProfileAspect.AUDIENCE: (
        r"audiences?|readers?(?! (?:through|intuition))|readership|communit\w+|venues?",
        r"(?:written|intended|aimed|meant|write|useful|suited) "
        r"(?:for|to|at)|cater\w*|targets?|targeted|speaks? to|speaking to|appeal\w*|relevant to",
        r"address(?:es|ed|ing)? (?:an?|the|to|both|researchers|readers|developers|business|leaders"
        r"|practitioners|engineers|\w+ers\b)",
        r"practitioners?|engineers|clinicians|policy ?makers|stakeholders|students|non-?experts"
        r"|beginners|developers who|researchers (?:who|in|working|and)",
    ),
}  # fmt: skip
_PATTERNS = {
    aspect: tuple(re.compile(rf"\b(?:{kind})\b", re.IGNORECASE) for kind in kinds)
    for aspect, kinds in _CUES.items()
}
_SUBJECT = re.compile(
    r"^(?:your(?: own| one)? papers?(?:'s?)?|your work|your|you|(?:both|one|two|\d+)(?: of)?(?: "
    r"your| the)?(?: \d+)? papers?(?: (?:that )?you "
    r"follow)?)\s*(?:\([^)]*\))?\s*(?:(?:seem|appear|tend|often|frequently|also|to)\s+)*",
    re.IGNORECASE,
)
_OPENING = 6
"""Words after the subject, where the verb stands; they count four times."""
CLEAR = 0.5
"""Share of the strongest score from which another fits too: many are about two."""


def cue_scores(inference: str) -> dict[ProfileAspect, int]:
    """How strongly the wording speaks for each aspect: each kind of cue 4 in the opening, 1 after
    it. Titles, quotes and counts are not wording."""
    said = _SUBJECT.sub("", unquoted(statement(inference)).strip())
    words = said.split()
    opening, rest = " ".join(words[:_OPENING]), " ".join(words[_OPENING:])
    return {
        aspect: sum(4 * bool(kind.search(opening)) + bool(kind.search(rest)) for kind in kinds)
        for aspect, kinds in _PATTERNS.items()
    }


def judge_category(inference: str, aspect: ProfileAspect) -> Judgment:
    """A mismatch needs clearly more for another aspect; without cues it is unscored."""
    if why := unreadable(inference, "the inference"):
        return why
    scores = cue_scores(inference)
    best = max(scores, key=lambda a: scores[a])
    if not scores[best]:
        return Unscored(reason="NoCue: its wording speaks for no aspect.")
    fits = scores[aspect] >= CLEAR * scores[best]
    return Scored(
        score=float(fits),
        reason=f"Its wording speaks for {(aspect if fits else best).label.lower()}.",
    )
