"""Whether an inference belongs to its aspect, by its wording. Source: MySQA D.7."""

import re

from eval.domain.judgment import Judgment, Scored
from eval.judges.local.words import unreadable
from myscholar.domain.profile import ProfileAspect

_CUES: dict[ProfileAspect, re.Pattern[str]] = {
    aspect: re.compile(pattern, re.IGNORECASE)
    for aspect, pattern in {
        ProfileAspect.KNOWLEDGE: r"\b(?:knowledge|knows?|expert(?:ise)?|familiar(?:ity)?|well[- ]versed|grounded|understand(?:s|ing)?|background in|speciali[sz]\w*|proficien\w*|fluent|interest in|lineage|skilled|return(?:s|ing)? to|topics?|draw(?:s|ing)? on|work(?:s|ing)? on|is about|treats?)\b",
        ProfileAspect.RESEARCH_STYLE: r"\b(?:research (?:style|pattern|approach)|methodolog\w*|prefer(?:s|ence|ring)?|favou?rs?|rel(?:y|ies) (?:on|heavily)|validat\w+|evaluat\w+|benchmark\w*|experiment\w*|empirical\w*|propos\w+|develop\w*|employ\w*|conduct\w*|adopt\w*|priorit\w+|combin\w+|compar\w+|build\w*|"
        r"pipeline|ablation\w*|data[- ](?:driven|collection)|measur\w+|test(?:s|ed|ing)?|releas\w+|analy[sz]\w+|commitment)\b",
        ProfileAspect.WRITING_STYLE: r"\b(?:writ(?:e|es|ing) (?:style|in|with|about)|writing|written in|tone|structur\w+ (?:their|your|its|arguments?|the)|narrative|didactic|prose|sentences?|terminolog\w+|coin(?:s|ing)?|acronyms?|analog\w+|metaphors?|rhetoric\w*|phras\w+|fram(?:e|es|ing) (?:their|the|your|its|contributions?|problems?)|"
        r"begin(?:s)? (?:with|by)|open(?:s)? with|conclude(?:s)? (?:not|with|by)|language|wording|title\w*|abstracts?|headings?|enumerat\w+|citations?|cit(?:e|es|ing)|figures?|examples?|explain\w*|defin(?:e|es|ing)|hedg\w+|questions? to the reader|motivat\w+|present\w* (?:both|their))\b",
        ProfileAspect.POSITIONS: r"\b(?:argu(?:e|es|ing)|advocat\w+|assert\w*|contend\w*|maintain(?:s)? that|claim(?:s)? that|position(?:s)?|hold(?:s)? (?:the|that)|believ\w+|belief|suggest(?:s)? that|stance|view(?:s)? (?:that|of)|posit(?:s)?|call(?:s)? for|should|must|critici[sz]\w+|champion\w*|caution\w*|warn\w*|critical of|promot\w+|emphasi[sz]e(?:s)? (?:that|the (?:importance|need)))\b",
        ProfileAspect.AUDIENCE: r"\b(?:audiences?|readers?|readership|written for|write for|aimed at|target(?:s|ed|ing)?|cater\w*|intended for|speak(?:s|ing)? to|communit\w+|practitioners?|relevant to|address(?:es)? (?:an?|the|researchers|both)|appeal\w*|useful (?:for|to)|venues?|engineers|clinicians|policy ?makers|stakeholders)\b",
    }.items()
}
_OPENING = 9
"""Words within which the verb of the statement stands; what is said there decides."""


def cue_scores(inference: str) -> dict[ProfileAspect, float]:
    """How strongly the wording speaks for each aspect: cues in the statement's opening count 2, later ones 0.5, each kind of word once."""
    opening = " ".join(inference.split()[:_OPENING])
    rest = inference[len(opening) :]
    return {
        aspect: 2 * len({m.group().casefold() for m in cues.finditer(opening)})
        + 0.5 * len({m.group().casefold() for m in cues.finditer(rest)})
        for aspect, cues in _CUES.items()
    }


def judge_category(inference: str, aspect: ProfileAspect) -> Judgment:
    if why := unreadable(inference, "the inference"):
        return why
    scores = cue_scores(inference)
    best = max(scores.values())
    fits = scores[aspect] > 0 or best == 0
    telling = max(scores, key=lambda a: scores[a])
    said = f"Its wording speaks for {aspect.label.lower()}." if fits else f"Its wording speaks for {telling.label.lower()} only."
    return Scored(score=float(fits), reason=said)
