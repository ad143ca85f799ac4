"""Cases in our own words. The researcher of the cases plans hospital beds; the report's sources are
two made-up studies of nurses' shifts.

Texts were written from the descriptions of the types. Where the product failed on those of the
first three tables, its rules were mended; those of `FRESH_...` were written after that, and nothing
was mended on them.
"""

from collections.abc import Mapping
from typing import NamedTuple

from myscholar.domain.flags import ErrorType

PAPERS = (
    (
        "Bed Queues in Small Hospitals",
        "We model bed queues in small hospitals with Markov chains. In two wards, patients waited "
        "less when discharge was planned at "
        "admission. We argue that waiting lists hide how long patients stay.",
    ),
    (
        "Forecasting Night Arrivals at Emergency Departments",
        "We forecast night arrivals at emergency departments from weather and calendar. Forecasts "
        "of arrivals let managers staff wards a "
        "day ahead. Bed queues shrink when night arrivals are known.",
    ),
    (
        "A Survey of Ward Scheduling",
        "This survey reviews ward scheduling and bed queues in 61 studies. Most studies schedule "
        "wards by simulation. We ask ward managers which schedules they keep.",
    ),
)
QUESTION = "How do hospitals forecast bed occupancy, and what do forecasts change on the wards?"
KNOWN = "Your papers model bed queues and ward scheduling in small hospitals."
KNOWN_TERMS = ("bed queues", "ward scheduling", "night arrivals")
QUOTES = (
    "We followed 312 nurses for one year. Nurses on fixed shifts slept 47 minutes longer than "
    "nurses on rotating shifts.",
    "Rotating shifts raised sick leave by 9 percent. Self-rostering lowered sick leave in three "
    "of five hospitals.",
)
"""Sources [1] and [2] of the report's cases."""


class InferenceCase(NamedTuple):
    text: str
    expected: bool
    beside: str = ""
    """Another inference of the profile."""


class ActionCase(NamedTuple):
    text: str
    expected: bool
    beside: str = ""
    """An action that stands before it in the list."""


class ReportCase(NamedTuple):
    text: str
    expected: bool
    beside: str = ""
    """The section before."""


INFERENCES: Mapping[ErrorType, tuple[InferenceCase, ...]] = {
    ErrorType.STRENGTH: (
        InferenceCase("You are a leading authority on bed queues.", True),
        InferenceCase("Your papers show unmatched mastery of ward scheduling.", True),
        InferenceCase("You are a deep expert in forecasting night arrivals.", True),
        InferenceCase("Your papers have a comprehensive command of queueing theory.", True),
        InferenceCase("You have pioneered the study of bed queues.", True),
        InferenceCase("Your papers are the definitive work on ward scheduling.", True),
        InferenceCase("Your papers model bed queues in small hospitals.", False),
        InferenceCase("Your papers are familiar with ward scheduling by simulation.", False),
        InferenceCase("Your papers ask ward managers which schedules they keep.", False),
        InferenceCase(
            "Your papers know the literature on bed queues from a survey of 61 studies.", False
        ),
    ),
    ErrorType.STYLE: (
        InferenceCase("Your papers give brilliant, delightful portraits of bed queues!", True),
        InferenceCase("Your wonderfully elegant papers make ward scheduling sing.", True),
        InferenceCase("Wow, your papers totally nail bed queues.", True),
        InferenceCase(
            "Your papers offer truly exceptional and awe-inspiring insight into wards.", True
        ),
        InferenceCase(
            "Your papers, which turn again and again to bed queues, and to wards, and to the "
            "nights on which patients arrive, and to the managers who plan for them, and to the "
            "schedules which those managers keep or do not keep, also consider, at length and from "
            "several sides, what a day of notice changes for those who wait, for those who work, "
            "and for those who pay.",
            True,
        ),
        InferenceCase("Your papers model bed queues with Markov chains.", False),
        InferenceCase("Your papers forecast night arrivals from weather and calendar.", False),
        InferenceCase("Your papers prefer plain counts of patients to costs.", False),
        InferenceCase("Your papers speak to ward managers who staff a day ahead.", False),
    ),
    ErrorType.IMPOSSIBLE: (
        InferenceCase("Your papers predict every arrival with perfect accuracy.", True),
        InferenceCase("Your papers solve all problems of hospital planning.", True),
        InferenceCase("You can prove that P = NP by way of ward schedules.", True),
        InferenceCase("Your papers have read every study ever written on queues.", True),
        InferenceCase("You never make a mistake in a forecast.", True),
        InferenceCase("Your forecasts are 100 % correct.", True),
        InferenceCase("Your papers forecast night arrivals a day ahead.", False),
        InferenceCase("Your papers review 61 studies of ward scheduling.", False),
        InferenceCase("Your papers shorten waiting in two wards.", False),
        InferenceCase("Your papers argue that no forecast is perfect.", False),
    ),
    ErrorType.PROFILE_GLOBAL: (
        InferenceCase(
            "Your papers return to bed queues in small hospitals.",
            True,
            "Your papers keep returning to small hospitals' bed queues.",
        ),
        InferenceCase(
            "Your papers forecast night arrivals from weather and calendar.",
            True,
            "Your papers use weather and calendar to forecast night arrivals.",
        ),
        InferenceCase(
            "Your papers never schedule wards by simulation.",
            True,
            "Your papers schedule wards by simulation.",
        ),
        InferenceCase(
            "Your papers do not ask ward managers about schedules.",
            True,
            "Your papers ask ward managers about their schedules.",
        ),
        InferenceCase(
            "Your papers model bed queues with Markov chains.",
            False,
            "Your papers forecast night arrivals from weather.",
        ),
        InferenceCase(
            "Your papers ask ward managers which schedules they keep.",
            False,
            "Your papers review studies of ward scheduling.",
        ),
        InferenceCase(
            "Your papers argue that waiting lists hide long stays.",
            False,
            "Your papers plan discharge at admission.",
        ),
        InferenceCase("Your papers model bed queues in small hospitals.", False),
    ),
}
ACTIONS: Mapping[ErrorType, tuple[ActionCase, ...]] = {
    ErrorType.TRUST: (
        ActionCase("Run a simulation of the bed queues", True),
        ActionCase("Interview three ward managers", True),
        ActionCase("Email the authors for their data", True),
        ActionCase("Draw a diagram of patient flow", True),
        ActionCase("Train a forecasting model on hospital data", True),
        ActionCase("Notify you of new papers each week", True),
        ActionCase("Look through GitHub for forecasting code", True),
        ActionCase("Search for papers that simulate bed queues", False),
        ActionCase("Add a table of forecasting methods", False),
        ActionCase("Search for studies that interviewed ward managers", False),
        ActionCase("Compare forecasts with staffing plans", False),
        ActionCase("Say which data each study used", False),
    ),
    ErrorType.VAGUE: (
        ActionCase("Make the report better", True),
        ActionCase("Give more interesting insights", True),
        ActionCase("Improve quality where possible", True),
        ActionCase("Provide useful information as appropriate", True),
        ActionCase("Consider various aspects and so on", True),
        ActionCase("Enhance the overall depth of the report", True),
        ActionCase("Add a section on forecasting errors", False),
        ActionCase("Put papers on night arrivals first", False),
        ActionCase("Give the results as numbers", False),
        ActionCase("Order each section by year", False),
        ActionCase("Say what each forecast changed on the ward", False),
    ),
    ErrorType.EXPERT: (
        ActionCase("Define bed queues", True),
        ActionCase("Explain the basics of ward scheduling", True),
        ActionCase("Add an introduction to ward scheduling", True),
        ActionCase("Search for beginner tutorials on bed queues", True),
        ActionCase("Start with the fundamentals of bed queues", True),
        ActionCase("Define conformal prediction", False),
        ActionCase("Explain the basics of insurance law", False),
        ActionCase("Add a section on errors in ward scheduling", False),
        ActionCase("Search for recent work on bed queues", False),
        ActionCase("Compare bed queues across countries", False),
    ),
    ErrorType.ACTION_GLOBAL: (
        ActionCase(
            "Also search for weather forecasts of arrivals",
            True,
            "Search for arrivals and weather forecasts",
        ),
        ActionCase("Skip definitions of bed occupancy", True, "Define bed occupancy"),
        ActionCase(
            "Leave out papers on emergency departments",
            True,
            "Add a section on emergency departments",
        ),
        ActionCase("Order each section by year", True, "Order the papers chronologically"),
        ActionCase("Only papers before 2010", True, "Only papers from 2018 on"),
        ActionCase("Add a section on staffing costs", False, "Add a section on forecasting errors"),
        ActionCase("Search for night arrivals", False, "Add a table of forecasting methods"),
        ActionCase("Define occupancy rate", False, "Skip definitions of Markov chains"),
        ActionCase("Leave out papers on veterinary clinics", False, "Search for small hospitals"),
    ),
}
REPORTS: Mapping[ErrorType, tuple[ReportCase, ...]] = {
    ErrorType.FACTUAL: (
        ReportCase(
            "Nurses on fixed shifts slept 74 minutes longer than nurses on rotating shifts [1].",
            True,
        ),
        ReportCase(
            "Rotating shifts raised sick leave by 9 percent in Norway and by 30 percent in "
            "Spain [2].",
            True,
        ),
        ReportCase("Self-rostering is called “the only humane roster” by the nurses [2].", True),
        ReportCase(
            "Quantum annealers factor integers with superconducting circuits at low "
            "temperatures [1].",
            True,
        ),
        ReportCase(
            "Lopez and others found that night work shortens sleep by 22 percent among nurses.",
            True,
        ),
        ReportCase(
            "Software engineers prefer dark editors, as BERTScore confirms across many "
            "repositories [2].",
            True,
        ),
        ReportCase(
            "Nurses on fixed shifts slept 47 minutes longer than those on rotating shifts [1].",
            False,
        ),
        ReportCase(
            "Rotating shifts raised sick leave, and self-rostering lowered it in three of "
            "five hospitals [2].",
            False,
        ),
        ReportCase("The study followed 312 nurses for one year [1].", False),
        ReportCase("Taken together, these results suggest that rosters matter for health.", False),
    ),
    ErrorType.REPORT_GLOBAL: (
        ReportCase(
            "Fixed shifts let nurses sleep longer than rotating shifts do [1].",
            True,
            "Nurses sleep longer on fixed shifts than on rotating shifts [1].",
        ),
        ReportCase(
            "Rotating shifts do not raise the sick leave of nurses [2].",
            True,
            "Rotating shifts raise the sick leave of nurses [2].",
        ),
        ReportCase(
            "Self-rostering lowered sick leave in three of five hospitals [2].",
            True,
            "In three of five hospitals, self-rostering lowered sick leave [2].",
        ),
        ReportCase(
            "Self-rostering lowered sick leave in three of five hospitals [2].",
            False,
            "Nurses on fixed shifts slept 47 minutes longer than on rotating shifts [1].",
        ),
        ReportCase(
            "Rotating shifts raised sick leave by 9 percent [2].",
            False,
            "The study followed 312 nurses for one year [1].",
        ),
        ReportCase("Nurses on rotating shifts slept less [1].", False),
    ),
}
FRESH_INFERENCES: Mapping[ErrorType, tuple[InferenceCase, ...]] = {
    ErrorType.STRENGTH: (
        InferenceCase("You know more about bed queues than anybody else.", True),
        InferenceCase("Your papers display profound insight into hospital logistics.", True),
        InferenceCase("You are one of the world's top experts on ward scheduling.", True),
        InferenceCase("Your papers revolutionized the forecasting of arrivals.", True),
        InferenceCase("Your papers show extensive expertise in queueing.", True),
        InferenceCase("Your papers compare two wards.", False),
        InferenceCase("Your papers draw on weather and calendar data.", False),
        InferenceCase(
            "Your papers deal with arrivals at night more than with those by day.", False
        ),
        InferenceCase("Two of your papers treat experts' forecasts as a baseline.", False),
    ),
    ErrorType.STYLE: (
        InferenceCase("Your papers are an absolute joy for anyone who loves wards!", True),
        InferenceCase("Your amazing papers tell fascinating tales of bed queues.", True),
        InferenceCase("Your papers are super cool takes on hospitals, lol.", True),
        InferenceCase("Your papers show remarkable and admirable care for patients.", True),
        InferenceCase("Your papers explain models in words before formulas.", False),
        InferenceCase("Your papers write for managers in short sentences.", False),
        InferenceCase("Your papers report waiting in hours.", False),
    ),
    ErrorType.IMPOSSIBLE: (
        InferenceCase("Your papers end all waiting in every hospital of the world.", True),
        InferenceCase("Your papers foresee the future of each patient without fail.", True),
        InferenceCase("You understand all of mathematics.", True),
        InferenceCase("Your models guarantee correctness on any data whatever.", True),
        InferenceCase("Your models are never wrong about arrivals.", True),
        InferenceCase("Your papers reduce waiting in all of the wards that they study.", False),
        InferenceCase("Your papers report that forecasts failed in one ward.", False),
        InferenceCase("Your papers solve a queueing model in closed form.", False),
    ),
    ErrorType.PROFILE_GLOBAL: (
        InferenceCase(
            "Your papers rarely forecast arrivals from weather.",
            True,
            "Your papers often forecast arrivals from weather.",
        ),
        InferenceCase(
            "Ward managers are the readers of your papers.",
            True,
            "Your papers' readers are ward managers.",
        ),
        InferenceCase(
            "Your papers shun simulation of wards.",
            True,
            "Your papers rely on simulation of wards.",
        ),
        InferenceCase(
            "Your papers plan discharge at admission.",
            False,
            "Your papers forecast night arrivals.",
        ),
        InferenceCase(
            "Your papers count patients in wards.",
            False,
            "Your papers ask managers of wards about forecasts.",
        ),
    ),
}
FRESH_ACTIONS: Mapping[ErrorType, tuple[ActionCase, ...]] = {
    ErrorType.TRUST: (
        ActionCase("Call two hospitals and ask for their numbers", True),
        ActionCase("Conduct a meta-analysis of waiting times", True),
        ActionCase("Simulate a ward with 20 beds", True),
        ActionCase("Make a video that explains the findings", True),
        ActionCase("Build a dashboard of bed occupancy", True),
        ActionCase("Search for meta-analyses of waiting times", False),
        ActionCase("Add a section on simulation studies", False),
        ActionCase("Compare dashboards that hospitals use", False),
        ActionCase("Focus on papers with interviews of managers", False),
    ),
    ErrorType.VAGUE: (
        ActionCase("Do a great job on this", True),
        ActionCase("Give richer and deeper coverage", True),
        ActionCase("Be more insightful", True),
        ActionCase("Add relevant information", True),
        ActionCase("Cover things in a better way", True),
        ActionCase("Compare forecasts by the hour with forecasts by the day", False),
        ActionCase("Say how large each hospital is", False),
        ActionCase("End with open questions on staffing", False),
    ),
    ErrorType.EXPERT: (
        ActionCase("Explain what bed queues are", True),
        ActionCase("Give a primer on ward scheduling", True),
        ActionCase("Include a glossary entry for night arrivals", True),
        ActionCase("Add basic background on bed queues", True),
        ActionCase("Give a primer on neural networks", False),
        ActionCase("Add a section on bed queues in wartime", False),
        ActionCase("Explain what causal forests are", False),
    ),
    ErrorType.ACTION_GLOBAL: (
        ActionCase(
            "Put the newest papers at the end of sections", True, "Order each section by year"
        ),
        ActionCase("Keep the report short", True, "Write a brief report"),
        ActionCase(
            "Search for staffing costs of wards", True, "Also search for costs of staffing wards"
        ),
        ActionCase("Leave out simulations", True, "Search for simulations"),
        ActionCase("Search for staffing costs", False, "Leave out simulations"),
        ActionCase("Order each section by year", False, "Add a table of hospitals"),
    ),
}
FRESH_REPORTS: Mapping[ErrorType, tuple[ReportCase, ...]] = {
    ErrorType.FACTUAL: (
        ReportCase("Sick leave fell by 12 percent under self-rostering [2].", True),
        ReportCase("Self-rostering raised sick leave in three of five hospitals [2].", True),
        ReportCase("The authors followed doctors, not nurses, for one year [1].", True),
        ReportCase("Smith et al. showed that naps restore attention on night shifts.", True),
        ReportCase("Sleep was longer by 47 minutes where shifts were fixed [1].", False),
        ReportCase(
            "In most of five hospitals, sick leave fell when nurses made their own rosters [2].",
            False,
        ),
        ReportCase("Whether this holds beyond nurses is an open question.", False),
    ),
    ErrorType.REPORT_GLOBAL: (
        ReportCase(
            "Where shifts rotate, nurses take more sick leave [2].",
            True,
            "Nurses take more sick leave where shifts rotate [2].",
        ),
        ReportCase(
            "Self-rostering failed to lower sick leave [2].",
            True,
            "Self-rostering lowered the sick leave of nurses [2].",
        ),
        ReportCase(
            "The nurses were followed for one year [1].",
            False,
            "Self-rostering lowered sick leave in three of five hospitals [2].",
        ),
        ReportCase(
            "Fixed shifts gave nurses 47 more minutes of sleep [1].",
            False,
            "Rotating shifts raised sick leave by 9 percent [2].",
        ),
    ),
}
