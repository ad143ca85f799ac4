"""The words in which researchers ask: they frame a topic and never name one."""


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


VERBS = _words(
    """
accelerate accelerated accelerates accelerating account accounting achieve achieved achieves achieving adapt adapted adapting
adapts abstain abstains abstained agree agrees agreed disagree disagrees cite cites cited occur occurs occurred address addressed addresses addressing adopt adopted affect affected affecting affects afford aim allow allows analyze
analyzed analyzing answer answered appear applied applies apply applying appreciated arise arises ask asked assess assessed
assessing associated avoid avoiding be become believe benefit bring build builds built calculate call called capture captured
captures carried carry cause caused causes causing change changed characterize choose choosing clarify come comes compare
compared compares comparing compensate complicated compose compromising compute concerning conduct conducted consider
considered considering considers construct constructing contribute contributed contributes convert correlate corresponding
counted counts create created creates creating deal decide define defined defining demonstrate demonstrated depend depends
deploy deployed deploying describe described describes describing designed designing detect detecting determine determined
develop developed developing differ differentiate differing differs discover discovered discuss discussed discusses distilled
distinguish draw drive elicit eliciting elicits employ employed enable enabled enables encounter encounters enforce enhance
enhanced enhances enhancing ensure ensured ensures ensuring evaluate evaluated evaluates evaluating examine exist exists
expect expected explain explained explaining explains exploit exploits explore explored exploring extend extends extract
extracting fabricating face facilitate find finding focus focuses follow follows form found fulfill functioning gain gained
gains generate generated generates generating getting give given grow handle handled handles handling happen happened heavily
help helped helping helps hold holds identified identify identifying impact impacted impacting impacts implement implemented
implementing improve improved improves improving include included includes including incorporate incorporated incorporates
incorporating increase increased increases increasing inferred influence influenced influences inform informed initialized
integrate integrated integrating interacting interpret introduce introduced invested investigate investigated involve involved
involves keep keeping know known lead leads learn learned learnt leverage leveraged leveraging look looking made maintain make
making manage managing maximize mean measured measuring meet mesures minimise minimize mitigate mitigated mitigates mitigating
modify modifying need needed needs obtain obtained occluded occur offer operate operates operating optimise optimised optimize
optimized optimizing outperform overcome overcoming perform performed performing performs picking play predict predicted
predicting prefered preferred prepare prepared preserving prevent prevented preventing prevents produce produced produces
promote propose proposed proposes protect protected prove proven proves provide provided provides providing proving publish
published rank ranks re-identify realize realized recommend recommending reduce reduced reduces reducing refer refers relate
relates remain remained replace represent represented require required requires resolve respond responding retrieve retrieved
reveal seek seeks serve set show showed showing shown shows solve solved solving specified specify speed start studied
studying suffer suggest suggested suggesting summarise summarize support supported supports suppress surpass store stores survey synthesize
tackle take takes teach teaches tell think track trained transfer transferred transferring translating try trying tune turn
unchanged undergo understand understanding used utilize utilized utilizing validate validated validating vary want wanted
wants wonder wondering work worked working works write yield
"""
)
"""Break a phrase, with adverbs and stop words."""

FRAMING = _words(
    """
ability able accurate advance advancement advancements advances advancing advantage advantages alike alternative alternatives
answer approach approaches area areas article articles aspect aspects availabe available beneficial benefit benefits best
better big bigger biggest broad broadly case cases certain challenge challenges challenging circumstances class classic
classical common commonly comparison comparisons complex con concept concepts concern concerns concrete condition conditions
cons consequence consequences considerable consideration considerations context contexts contribution contributions cost
couple current currently cutting-edge deep-dive dependence deployment desirable detail detailed details difference differences
different difficult difficulty direct direction directions disadvantage disadvantages downside downsides drawback drawbacks
easy effect effective effectively effectiveness effects efficient effort efforts emerging empirical essential everyone
evidence exact exactly example examples existing extensive factor factors failure feasible feature features field fields
finding findings fine focus following frequent fundamental future gap gaps general generic goal goals good great hard help
helpful hi higher idea ideas impact impacts implication implications importance important improvement improvements inherent
insight insights interested interesting issue issues key kind kinds known landscape large large-scale latest leading lens let
level levels likely limitation limitations list literature lower main mainstream major mechanism mechanisms method
methodologies methodology methods modern much multiple name necessary new newest notable novel number open optimal option
options order ordinary outline overall overview own paper papers part particular particularly people person perspective
perspectives pervasiveness pitfall pitfalls point popular possible potential practical practically-relevant practice practices
precise primary principle principles pro problem problems progress prominent promising proper properties property proposed
pros publication publications publicly purpose question questions real-world reason reasonable reasoning reasons recent
recently regard relation relationship relevant research researcher researchers respect result results right robust role
scenario scenarios scholar scholars scientist scientists sensitive side significance significant significantly similar simple
situation situations solution solutions sort sorts source sources special specialized specific specifically stage stages
standard state state-of-the-art step steps strategies strategy strength strengths strong studies study subject substantial
suitable summary survey surveys task tasks technique techniques term terms thank thanks theoretical thing things thought
thoughts top topic trade-off trade-offs tradeoff tradeoffs trend trends type types typical typically undervalued unique
unsuitable usage useful usual value variety various view views way ways weak weakness weaknesses well-known widely work works
"""
)
"""Stripped from both ends of a phrase. A phrase of nothing else is none."""

TOPIC_PAIRS = frozenset(
    pair.replace("_", " ")
    for pair in _words(
        """
case_law class_imbalance common_sense concept_bottleneck concept_drift concept_learning context_window cost_estimation
cost_function deep_learning direct_preference effect_size effect_sizes failure_analysis failure_detection feature_engineering
feature_extraction feature_selection field_theory fine_tuning focus_group focus_groups future_work gap_junction
general_intelligence general_relativity hard_negative hard_negatives impact_factor impact_factors key_value large_language
level_set list_ranking literature_review literature_reviews multiple_instance multiple_sclerosis name_disambiguation
number_theory open_domain open_set open_source open_vocabulary open_world option_pricing order_statistics person_re-
identification person_reidentification point_cloud point_clouds principle_component problem_solving process_mining
property_graph question_answering question_generation research_data right_censoring side_channel side_effects source_code
standard_model state_estimation state_space step_size strong_lensing study_design survey_data task_planning topic_model
topic_modeling third_party mixed_methods failure_modes failure_mode failure_cases topic_models trend_analysis value_function weak_lensing weak_supervision
"""
    )
)
"""Pairs that begin with a framing word or a verb and name a topic nonetheless."""

ASKED_THINGS = {
    "dataset": "datasets",
    "data set": "datasets",
    "corpora": "datasets",
    "benchmark": "benchmarks",
    "testbed": "testbeds",
    "metric": "metrics",
    "measure": "metrics",
    "tool": "tools",
    "interface": "interfaces",
    "ui design": "designs",
    "application": "applications",
    "challenge": "challenges",
    "problem": "challenges",
    "limitation": "limitations",
    "theory": "theories",
    "theories": "theories",
    "theoretical lens": "theories",
    "algorithm": "algorithms",
    "data structure": "data structures",
    "taxonomy": "taxonomies",
    "taxonomies": "taxonomies",
    "principle": "principles",
    "best practice": "practices",
    "good practice": "practices",
    "task": "tasks",
    "evaluation strategy": "evaluation",
    "architecture": "architectures",
    "mechanism": "mechanisms",
    "experiment": "experiments",
    "method": "methods",
    "technique": "methods",
    "approach": "methods",
    "approaches": "methods",
    "strategies": "strategies",
    "strategy": "strategies",
}
"""What a question can want a list of, singular as asked -> plural as answered."""

NOT_ADVERBS = _words(
    """
anatomy anomaly anomoly assembly butterfly early family fly fully homily monopoly multiply only partially polypoly reply
supply weakly
"""
)
"""End in -ly and are part of topics."""

NEVER_TOPICS = _words(
    """
age anybody anything apart behind besides beyond currently despite don't e.g else etc everybody everything except excluding
faster i'd i'll i'm i've i.e including it's leaving let's lot lots now otherwise regardless right slower so-called someone
something that's there's thus versus we're well what's
"""
)
"""Break a phrase wherever they stand."""

WEAK = _words(
    """
accuracy adaptability adaptation advanced algorithm algorithms analysis annual application applications arbitrary architecture
architectures associated attack authors automation behavior benchmark benchmarks benign breakthroughs capabilities capability
characteristics circumstance component components computational corpus correlation correlations criteria curve data dataset
datasets development diagnosis distance distribution diversity domain domains dynamic early effectiveness efficacy efficiency
environment environments equation ethical evaluator expensive experiments extreme facets formative formats growth hierarchy
history human hypotheses implementation implementations inference input inputs integration interaction interfaces language
languages master measure measurement metrics obs observation offset operator optimization output outputs performance platforms
positioning prediction predictions preventive programming qualitative quality quantitative quantity reliability representation
requirements robot robots robustness scalability scientific sector sectors sequence signal signals size skills slave society
software stability technologies technology text texts theories theory tool tools traditional training treatment true user
users validity values variable variations violations wave weather world
"""
)
"""Too general to stand for a question's topic by themselves while there is something better."""
