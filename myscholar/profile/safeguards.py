"""What is never said about a person, whoever made the inference. Source: design.md, Safeguards;
MySQA §6 (models infer sensitive traits).

A statement is withheld when it ascribes nationality, native language, ethnicity, gender, age,
health, religion, politics, sexuality or ability to the author ("you are a non-native speaker"). A
topic is not an ascription: "your papers study gender bias" passes.
"""

import re

_NATIONS = (
    r"american|british|english|chinese|indian|german|french|italian|spanish|russian|japanese"
    r"|korean|iranian|turkish|arab|israeli|brazilian|mexican|canadian"
    r"|australian|african|asian|european|latin american|latino|latina|hispanic|middle[- "
    r"]eastern|south asian|east asian|western|eastern|polish|greek|dutch|vietnamese"
    r"|pakistani|bangladeshi|nigerian|egyptian|ukrainian|portuguese|swedish|swiss|taiwanese"
    r"|indonesian|persian|slavic|nordic|scandinavian"
)
_GROUPS = (
    r"white|black|caucasian|jewish|muslim|christian|hindu|buddhist|catholic|protestant|atheist"
    r"|mormon|sikh|religious|secular|devout"
    r"|male|female|man|woman|men|women|non-?binary|trans(?:gender)?|cisgender|gay|lesbian|queer"
    r"|bisexual|heterosexual|straight"
    r"|young|elderly|old|older|younger|middle-aged|senior citizen|retired|millennial|boomer"
    r"|disabled|autistic|neuro(?:divergent|typical|diverse)|dyslexic|blind|deaf|depressed|anxious"
    r"|bipolar|adhd|ill|sick|impaired|handicapped|able-bodied"
    r"|conservative|liberal|left-wing|right-wing|leftist|progressive|socialist|communist"
    r"|republican|democrat|marxist|libertarian|nationalist"
    r"|immigrant|foreign|foreigner|refugee|expatriate|minority|indigenous|non-western|bilingual"
)
_TRAIT = rf"(?:{_NATIONS}|{_GROUPS})"
_PERSON = (
    r"(?:author|writer|researcher|scholar|scientist|academic|person|individual|user|speaker|student"
    r"|professor|engineer|someone|people)s?"
)
_HOW = (
    r"(?:(?:probably|likely|possibly|perhaps|apparently|clearly|evidently|also|an?|the|most|very"
    r"|quite|rather|may|might|could|to|be|seem|seems|appear|appears) )*"
)
_IS = (
    rf"{_HOW}(?:are|is|were|was|be|being|seem|seems|appear|appears|sound|sounds|identif(?:y|ies) "
    r"as|come across as|comes across as|look|looks)"
)

_ASCRIPTIONS = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        # the trait said of the reader or the author; "they are old methods" is not
        r"\b(?:you|the (?:author|writer|researcher|user|scholar)s?|this "
        rf"(?:author|writer|researcher|user|scholar)|he|she) {_IS} (?:not "
        rf")?{_HOW}{_TRAIT}(?:$|[.,;:!?)]|[- ](?:{_PERSON}|and|or|by|because|in|from|who|with|man"
        rf"|woman|lady|guy|male|female|{_TRAIT})\b)",
        # "by an elderly Chinese author", "a non-native writer"; the trait stands right before the
        # person who wrote
        r"\b(?:written|authored|come|comes|coming|stem|penned|produced|made|work) (?:\w+ "
        rf"){{0,2}}?(?:by|from|of) (?:an?|the|some)? ?{_HOW}(?:\w+[- ])?{_TRAIT} (?:\w+ "
        rf"){{0,2}}{_PERSON}\b",
        rf"\b(?:as|like) an? (?:\w+ ){{0,2}}?{_TRAIT}(?: \w+){{0,2}} "
        r"(?:author|writer|researcher|scholar|scientist|academic|person|man|woman)\b",
        r"\b(?:as|like) an? (?:\w+ ){0,1}?(?:man|woman|muslim|christian|jew|immigrant|foreigner"
        r"|father|mother)\b(?=,| your| you)",
        # native language
        r"\b(?:you|the (?:author|writer|researcher|user|scholar)s?|he|she)\b[^.;]{0,40}\b(?:are|is"
        r"|as|be|being|seem|seems|appear|appears|not)\b[^.;]{0,30}\b(?:non-?native|native (?:\w+ "
        r")?speaker|second[- ]language (?:speaker|writer|author)|esl (?:speaker|writer|author))",
        r"\b(?:papers?|writing|prose|style|grammar|phrasing|tone"
        r"|wording)\b[^.;]{0,60}\b(?:non-?native|esl|second[- ]language) (?:english "
        r")?(?:writer|author|speaker|researcher|scholar)(?:$|[.,;])",
        r"\b(?:your|the (?:author|writer|researcher|user)(?:'s|s')|his|her) "
        r"(?:native|first|mother) (?:language|tongue)",
        r"\b(?:english|this language) is (?:\w+ )?(?:not )?(?:your|the author's|their|his|her) "
        r"(?:first|native|second|mother)",
        # gender, age, background, origin of the person as a possession
        r"\b(?:your|the (?:author|writer|researcher|user|scholar)(?:'s|s'|s)?|his|her|their own) "
        r"(?:own |likely |probable |presumed |apparent |actual |personal |current "
        r")?(?:nationality|ethnicity|ethnic (?:background|origin)|race|gender|sex|sexual(?:ity| "
        r"orientation)|religion|faith|religious (?:beliefs?|background|views)"
        r"|political (?:views?|beliefs?|leanings?|orientation|affiliation|ideology)|politics|party"
        r"|disability|illness|disease|diagnosis|health (?:condition|problems?|issues?)|mental "
        r"health|medical (?:history|condition)|age\b|home ?country|country of origin|native "
        r"country|nation|mother tongue|intelligence|iq|accent|skin|marriage|marital "
        r"status|pregnancy)",
        # where someone comes from, how old someone is
        r"\b(?:you|the (?:author|writer|researcher|user)s?|he|she) (?:\w+ "
        r"){0,3}?(?:come|comes|hail|hails|originate|originates|born|raised|grew up|live|lives) "
        r"(?:\w+ )?(?:from|in) (?!the (?:field|area|domain|literature|tradition|perspective"
        r"|assumption|background of|problem|view|observation|idea|machine|computer"
        r"|field)\b)(?:the )?(?-i:[A-Z])",
        r"\b(?:you|the (?:author|writer|researcher|user)) (?:\w+ ){0,3}?(?:(?:in "
        r"(?:your|their|his|her) (?:early |late |mid-?)?(?:twenties|thirties|forties|fifties"
        r"|sixties|seventies|20s|30s|40s|50s|60s|70s))|\d\d years old|years of age)",
        # health and ability
        r"\b(?:you|the (?:author|writer|researcher|user)s?|he|she) (?:\w+ "
        r"){0,2}?(?:suffer|suffers|suffering|struggle|struggles|live|lives|diagnosed|have|has) "
        r"(?:\w+ )?(?:from |with )?(?:\w+ )?(?:depression|anxiety|autism|adhd|dyslexia|cancer"
        r"|diabetes|epilepsy|disorder|disability|illness|impairment|disease|ptsd|hearing "
        r"loss|chronic)\b(?! detection| data| patients| research| prediction)",
        # belief and vote
        r"\b(?:you|the (?:author|writer|researcher|user)s?|he|she) (?:\w+ "
        r"){0,2}?(?:vote|votes|voted|pray|prays|worship|worships|believe in "
        r"(?:god|allah|jesus)|support(?:s)? the (?:\w+ "
        r")?(?:party|republicans|democrats|conservatives))",
        r"\b(?:you|author|writer|researcher)s?(?:'s)? (?:\w+ ){0,3}?(?:lean|leans|leaning)s? "
        r"(?:to the )?(?:left|right|conservative|liberal|progressive)",
        rf"\byour (?:{_NATIONS}|{_GROUPS}) (?:background|origin|heritage|roots|identity|upbringing"
        r"|perspective|ancestry|accent|descent|ethnicity|culture|faith|values)",
        rf"\b(?:you|author|writer|researcher)s? (?:\w+ ){{0,3}}?(?:of|with an?|from an?) (?:\w+ "
        rf")?(?:{_NATIONS}|{_GROUPS}) (?:background|origin|heritage|roots|descent|identity"
        r"|ancestry|country|family|culture|nation)",
        r"\b(?:papers?|writing|style|prose|phrasing|tone|english|wording) (?:\w+ "
        rf"){{0,4}}?(?:suggests?|indicates?|reveals?|shows?|hints?|betrays?|typical "
        rf"of|characteristic of|implies|imply)(?: that)? (?:\w+ ){{0,4}}?(?:{_TRAIT}|non-native) "
        rf"(?:\w+ ){{0,1}}?(?:{_PERSON}|man|woman|origin|background|heritage|accent|descent"
        r"|upbringing|faith|identity)",
    )
)


def is_withheld(statement: str) -> bool:
    """Whether the statement ascribes a protected trait to the person, so that it must not be shown
    to anyone."""
    plain = " ".join(statement.replace("’", "'").split())
    return any(pattern.search(plain) for pattern in _ASCRIPTIONS)
