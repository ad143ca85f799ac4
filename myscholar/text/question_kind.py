"""The form of the answer that a question asks for."""

import re
from enum import StrEnum

from myscholar.text.question_topics import ASKING, is_asking
from myscholar.text.sentences import sentences


class QuestionKind(StrEnum):
    DEFINITION = "definition"
    COMPARISON = "comparison"
    ADVANTAGES = "advantages_disadvantages"
    EVALUATION = "evaluation"
    HOW_TO = "how_to"
    EFFECT = "effect"
    """Why something is so, or what something does to something else."""
    SURVEY = "survey"
    LIST = "list"
    YES_NO = "yes_no"
    OTHER = "other"


_KINDS = {
    kind: re.compile(pattern, re.I)
    for kind, pattern in {
        QuestionKind.ADVANTAGES: (
            r"\b(?:dis)?advantages?\b|\bpros and cons\b|\bstrengths?\b.{0,30}\bweakness"
            r"|\btrade-?offs?\b|\bdrawbacks?\b|\bbenefits? of\b"
        ),
        QuestionKind.COMPARISON: (
            r"^compare\b|\bcompared? (?:to|with|against)\b|\bdifferences?\b.{0,60}\bbetween\b"
            r"|\bdiffers?\b.{0,40}\bfrom\b|\bhow do\b.{0,120}\bcompare\b|\b(?:vs\.?|versus)\b"
        ),
        QuestionKind.EVALUATION: (
            r"\bmetrics?\b.{0,60}\b(?:for|to|used|are|of)\b|\bbenchmarks?\b|\bhow (?:to|should|can"
            r"|do|are|is)\b.{0,90}\b(?:evaluated?|measured?|assess(?:ed)?)\b|\bevaluation "
            r"(?:strateg|approach|method)|\bfor evaluating\b|\bto evaluate\b"
        ),
        QuestionKind.DEFINITION: (
            r"^what (?:exactly )?(?:is|are) (?:an? |the )?(?!(?:some|good|best|leading|main|key"
            r"|most|known)\b)(?:(?!(?:for|of|to|in|used|that|from|by)\b)[\w\-\"“”()]+(?: |(?=[?,]"
            r"|$))){1,6}(?:\?$|,? and\b)|^define\b|\bwhat does .{2,60} mean\b"
        ),
        QuestionKind.SURVEY: (
            r"\b(?:latest|recent|state[- ]of[- ]the[- ]art|summari[sz]e|survey|overview|literature"
            r"|history of|known about|has been explored)\b|\bwhat (?:is|are) (?:currently )?known\b"
            r"|\bdescribe (?:what|the)\b"
        ),
        QuestionKind.HOW_TO: (
            r"^how (?:can|could|should|would|to|do (?:i|we))\b|\bhow (?:can|should) (?:i|we)\b"
            r"|\b(?:best|good) practices?\b|\bways to\b|\bi (?:want|would like|need) to\b"
        ),
        QuestionKind.EFFECT: (
            r"^why\b|\bwhy (?:is|are|do|does)\b|^(?:how|do|does|has|have|in what "
            r"ways?)\b.{0,160}\b(?:affect|impact|influenc|improv|enhanc|contribut|correlat)\w*"
            r"|\b(?:effects?|impacts?|influence|role|correlation|relationship|consequences) (?:of"
            r"|on|between|do|does)\b|\bhow (?:does|have)\b"
        ),
        QuestionKind.YES_NO: (
            r"\bhow (?:effective|good|well|accurate|reliable|useful)\b|^(?:is|are|does|do|did|can"
            r"|could|has|have|should|will|would)\b"
        ),
        QuestionKind.LIST: (
            r"^(?:what|which|list|find|suggest|recommend|give|name|identify|show)\b|\bwhat (?:are"
            r"|is|kinds?|types?)\b|\brecommend\b"
        ),
    }.items()
}
"""The first that fits says the kind."""
_WANTS_LIST = re.compile(
    r"are there (?:any |some )?(?:papers|works|studies|methods|tools|datasets)|can you|could you",
    re.I,
)
"""Begins like a yes-no question: "Are there papers that ...", "Can you recommend ..."."""


def kind_of(text: str) -> QuestionKind:
    main = _main_clause(text)
    kind = _first_that_fits(main) or _first_that_fits(text) or QuestionKind.OTHER
    return QuestionKind.LIST if kind is QuestionKind.YES_NO and _WANTS_LIST.match(main) else kind


def _first_that_fits(text: str) -> QuestionKind | None:
    return next((kind for kind, pattern in _KINDS.items() if pattern.search(text)), None)


def _main_clause(text: str) -> str:
    """The first sentence that asks something, from its question word on: what decides the kind."""
    main = next(filter(is_asking, sentences(text)), text)
    later = re.search(r"(?:^|,\s+)((?:what|how|which|why|is there|are there)\b.*)", main, re.I)
    return later.group(1) if later and not ASKING.match(main) else main
