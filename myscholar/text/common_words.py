"""Words that carry no topic, and words of the trade."""


def split_words(text: str) -> frozenset[str]:
    return frozenset(text.split())


STOP_WORDS = split_words("""
    a about above across after again against al all almost along already also although always am
    among an and another any are aren't as at away be became because become becomes been before
    being below between both but by can can't cannot cf could couldn't did didn't do does doesn't
    doing don't done down due during e.g each either else enough eq especially et etc even ever
    every few fig first for from further get gets give given gives go had has have haven't having he
    hence her here hers herself him himself his how however i i.e if in indeed instead into is isn't
    it it's its itself just last latter least less let like likely made mainly make makes many may
    me might mine more moreover most mostly much must my myself namely near nearly neither never
    next no nobody none nor not nothing now of off often on once one ones only onto or other others
    our ours ourselves out over own per perhaps please put quite rather really regarding same say
    sec second see seem seems several shall she should since so some somehow something sometimes
    still such tab than that the their theirs them themselves then thence there thereby therefore
    these they third this those though three through throughout thus to together too toward towards
    two under unless until up upon us use used uses using usually various very via vs was wasn't we
    were weren't what whatever when where whereas whether which while who whole whom whose why will
    with within without won't would wouldn't yes yet you your yours yourself
""")
"""Words that carry no topic."""

ACADEMIC_WORDS = split_words("""
    ability able achieve achieves addition additional address aim aims allow allows analysis analyze
    applied apply approach approaches article aspect attempt author authors available aware base
    based basis best better case cases challenge challenging code common commonly compare compared
    comparison consider considered contain contribute contribution contributions current currently
    demonstrate demonstrated demonstrates describe design designed detail develop developed
    different difficult discuss effect effective effectively effectiveness effort enable enables
    ensure evaluate evaluated evaluation examine example existing experiment experimental
    experiments explore explored extensive field finally find finding findings focus focused follow
    following follows framework furthermore future general goal good great help high higher idea
    identify impact important importantly improve improved improvement improvements improves include
    including increase increasing information insight insights interesting introduce introduced
    introduces investigate issue issues key known lack large lead leads leverage limitation
    limitations limited literature low main major mean means method methods model models multiple
    need needed needs new notable note novel number obtain obtained offer open outperform
    outperforms overall overcome overview paper papers particular perform performance performed
    performs possible potential present presented presents previous previously prior problem
    problems process produce promising propose proposed proposes provide provided provides publicly
    purpose question questions recent recently related relevant rely remain remains report require
    requires research researchers result results reveal review role score set setting show showed
    showing shown shows significant significantly similar simple single small solution solve
    specific specifically state-of-the-art strong studied studies study suggest superior survey
    system systems table tackle task tasks technique techniques term terms test thorough today type
    types understand understanding understood utilize validate value wide widely work works world
    year years
""")
"""Words that are in every paper: they can be part of a phrase, never a phrase of their own."""
