"""Words that give an error type of Table 9 away. Data for `checks` and `repairs`."""

import re

BROAD = re.compile(r"^(?:your (?:papers|work|writing|research)\b|you\b)", re.IGNORECASE)
ALL = re.compile(
    r"\b(?:all (?:of )?your|(?<!not )always|consistently|each of your)\b", re.IGNORECASE
)
CONVENTIONS = re.compile(
    r"\b(?:(?:list|state|summari[sz]e)s? (?:\w+ ){0,2}contributions?|limitations? sections?"
    r"|tables? and figures?|figures? and tables?|footnotes?|point(?:s)? out problems"
    r"|related work|future work|(?<!without an )introduction|open (?:research )?problems"
    r"|knowledge gaps?|extensive (?:citations?|background|experiments)"
    r"|(?:formal|academic|technical|structured)(?:,? (?:and )?\w+)? (?:tone|voice|style))\b",
    re.IGNORECASE,
)
CONTRAST = re.compile(
    r"(?:\b(?:rather than|instead of|unlike|not just|not only|less focused"
    r"|(?:more|less|fewer)\b[^.;,]{0,40} than"
    r"|(?:prefer|favou?r|valu|prioriti[sz])(?:s|e|es|ed|ing|red|ring)?\b[^.;]{0,60}? over"
    r"|do(?:es)? not|never|lacks?(?! of\b))|, not)\b(?P<other>[^.;]*)",
    re.IGNORECASE,
)
ADDS = re.compile(
    r"^(?:\W*(?:rather than|instead of|unlike|not|do(?:es)? not)\W+)(?:\w+ing |on |seem ){0,3}"
    r"(?:just|only|solely|merely|purely|primarily)\b",
    re.IGNORECASE,
)
"""A contrast that goes beyond its other side without denying it: "not just X", "rather than relying
solely on X"."""
OTHERS = re.compile(
    r"\b(?:most|others?|usual(?:ly)?|typical(?:ly)?|common(?:ly)?|mainstream)\b", re.IGNORECASE
)
"""The other side of a contrast is the rest of the field."""
SETS_APART = re.compile(
    r"\b(?:not|no|never|nor|neither|without|rather|instead|unlike|whereas|while|but|however"
    r"|although|though|despite|yet|than|contrast|only|beyond|less|fewer|against|avoid\w*|fails?"
    r"|lacks?|limited)\b|n't\b",
    re.IGNORECASE,
)
DENIES = re.compile(r"\b(?:not|never|without|lacks?|rarely)\b", re.IGNORECASE)
CLAIMS_THAT = re.compile(
    r"\b(?:argue|hold|claim|say|show|find|suggest|maintain|contend|observe|conclude)s?\b"
    r"[^.;]*\bthat\b",
    re.IGNORECASE,
)
FROM_COUNTS = re.compile(r"\b(?:conference|background) (?:abstracts|titles|texts)\b")
"""How a basis speaks of the background; it is this project's wording, whoever wrote the
inference."""
STRENGTH = re.compile(
    r"\b(?:deep(?:ly)? (?:expert(?:ise)?|familiar(?:ity)?|understanding|knowledge)|extensive "
    r"(?:expertise|knowledge)|(?:comprehensive|thorough|unmatched) "
    r"(?:understanding|knowledge|command|grasp|mastery|expertise)"
    r"|(?:leading|top) (?:expert|authority|specialist)s?|definitive (?:work|account|source)"
    r"|exceptional(?:ly)?|profound(?:ly)?(?! (?:hearing|deaf\w*)\b)|pioneer(?:ing|ed|s)?"
    r"|brilliant(?:ly)?|expert(?:ise)? in|strong(?:ly)? (?:committed|commitment|familiarity))\b",
    re.IGNORECASE,
)
IMPOSSIBLE = re.compile(
    r"\b(?:solve(?:s|d)? (?:all|every|any)|never (?:wrong|(?:make|made) (?:a |any )?mistakes?)"
    r"|100 ?% (?:accura|reliab|correct)\w*|guarantee(?:s)? (?:truth|correctness|success)"
    r"|understand(?:s)? all|prov(?:e|es|ed|ing) (?:that )?p\s?(?:=|!=|≠|equals|is not) ?np"
    r"|(?:every|all) (?:\w+ ){1,2}ever (?:written|made|published|built|done)"
    r"|(?:every|each) \w+ (?:perfectly|with perfect \w+))\b",
    re.IGNORECASE,
)
UNSAID = re.compile(r"\b(?:not|no|cannot|never|without|neither|nor)\b|n['’]t\b", re.IGNORECASE)
"""What stands before a claim that is not made: "not always correct"."""
FLATTERY = re.compile(
    r"\b(?:amazing|wonderful(?:ly)?|excellent|fantastic|incredible|impressive(?:ly)?|remarkable"
    r"|admirable|beautiful(?:ly)?|elegant(?:ly)?|delightful(?:ly)?|insightful|awe-inspiring"
    r"|wow(?!-)|totally \w+|truly (?:exceptional|unique|great))\b|!",
    re.IGNORECASE,
)

QUOTED = re.compile(r"[“\"‘](?=\w)[^”\"’]{2,60}[”\"’]|(?<!\w)'(?=\w)[^']{2,60}'(?!\w)")
"""The papers' own words or a name of their making: what quotes is no convention."""


def unquoted(text: str) -> str:
    """Without what stands in quotation marks: titles and the papers' own words."""
    return re.sub(r"[“\"][^”\"]*[”\"]", "", text)


def custom(text: str) -> re.Match[str] | None:
    """What most papers do, as the text names it."""
    return CONVENTIONS.search(unquoted(text))


def denying(text: str) -> re.Match[str] | None:
    """The first contrast of the text that denies something, with what it denies as the group
    `other`."""
    at = 0
    while found := CONTRAST.search(text, at):
        if not ADDS.search(found.group()):
            return found
        at = found.start("other")
    return None
