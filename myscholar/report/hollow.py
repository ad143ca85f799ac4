"""Sentences that announce without saying, and which term a sentence explains: what a quotation out of its place is worth nothing for."""

import re

from myscholar.text.terms import content_stems

_THINGS = (
    r"(?:challenges|problems|issues|drawbacks|limitations|shortcomings|disadvantages|weaknesses|difficulties|barriers|gaps|opportunities|advantages"
    r"|benefits|questions|directions|aspects|factors|reasons|ways|types|categories|classes|components|steps|stages|parts|contributions|insights|findings|lessons|properties"
    r"|approaches|methods|solutions|trends|perspectives|points|topics)"
)
_MANY = (
    r"(?:(?:one|two|three|four|five|six|seven|several|some|many|various|numerous|multiple|certain|few|a few|a number of|the|key|main|major|important|significant|open|current|existing"
    r"|critical|potential|possible|future|new|research|unique|serious|principal|fundamental|different|following|remaining|related|technical|practical|specific|promising|common|inherent|and)\s+)"
)
_OPEN_THINGS = r"(?:challenges|problems|issues|limitations|gaps|opportunities|advantages|benefits|questions|directions|lessons|insights|trends|perspectives)"
_ENDS_BEFORE_IT_SAYS = re.compile(
    rf"\b(?:has|have|had|there are|exist|exhibits?|suffers? from|faces?|facing|poses?|raises?|shares?|introduces?|brings?|presents?|involves?|includes?|encounters?)\s+{_MANY}+{_THINGS}$",
    re.IGNORECASE,
)
"""Ends with what it was about to name: "This design has two main drawbacks"."""
_ANNOUNCES = re.compile(
    rf"^(?:an? |the )?(?:[a-z]+ )?(?:overview|summary|discussion|list|outline) of\b|^{_MANY}*(?:[a-z]+ )?{_OPEN_THINGS}(?:,)? (?:and|in|of|for|on|that|which|to|related|associated|with|as well)\b"
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
    r"^(?:An? |The )?(?P<term>(?:[\w-]+ ){0,3}[\w-]+)(?: \([^()]{1,30}\))?,? (?:(?:is|are) (?:an?|the|defined as|known as|one of)\b|refers? to\b|(?:has|have) (?:recently |quickly )?(?:emerged as|become) an?\b"
    r"|aims? (?:to|at)\b|means\b|denotes?\b)",
    re.IGNORECASE,
)


def says_nothing(text: str) -> bool:
    """Whether the slice to quote only announces something, or is one of several things that a sentence before it named."""
    if _HANGS.search(text) or _ENDS_BEFORE_IT_SAYS.search(text):
        return True
    return bool(_ANNOUNCES.search(text)) and not _TELLING.search(text)


def defined_term(text: str) -> str:
    """The term that the sentence says what it is, as its stems in a row; empty for a sentence that explains none."""
    found = _EXPLAINS.match(text)
    return " ".join(sorted(set(content_stems(found["term"])))) if found else ""
