"""Cases in our own words. The researcher of the cases plans hospital beds; the report's sources are two made-up studies of nurses' shifts.

Texts were written from the descriptions of the types, before they were tried on the product.
"""

from collections.abc import Mapping
from typing import NamedTuple

from myscholar.domain.flags import ErrorType

PAPERS = (
    (
        "Bed Queues in Small Hospitals",
        "We model bed queues in small hospitals with Markov chains. In two wards, patients waited less when discharge was planned at "
        "admission. We argue that waiting lists hide how long patients stay.",
    ),
    (
        "Forecasting Night Arrivals at Emergency Departments",
        "We forecast night arrivals at emergency departments from weather and calendar. Forecasts of arrivals let managers staff wards a "
        "day ahead. Bed queues shrink when night arrivals are known.",
    ),
    (
        "A Survey of Ward Scheduling",
        "This survey reviews ward scheduling and bed queues in 61 studies. Most studies schedule wards by simulation. We ask ward managers "
        "which schedules they keep.",
    ),
)
QUESTION = "How do hospitals forecast bed occupancy, and what do forecasts change on the wards?"
KNOWN = "Your papers model bed queues and ward scheduling in small hospitals."
KNOWN_TERMS = ("bed queues", "ward scheduling", "night arrivals")
QUOTES = (
    "We followed 312 nurses for one year. Nurses on fixed shifts slept 47 minutes longer than nurses on rotating shifts.",
    "Rotating shifts raised sick leave by 9 percent. Self-rostering lowered sick leave in three of five hospitals.",
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
        InferenceCase("Your papers know the literature on bed queues from a survey of 61 studies.", False),
    ),
    ErrorType.STYLE: (
        InferenceCase("Your papers give brilliant, delightful portraits of bed queues!", True),
        InferenceCase("Your wonderfully elegant papers make ward scheduling sing.", True),
        InferenceCase("Wow, your papers totally nail bed queues.", True),
        InferenceCase("Your papers offer truly exceptional and awe-inspiring insight into wards.", True),
        InferenceCase(
            "Your papers, which turn again and again to bed queues, and to wards, and to the nights on which patients arrive, and to the "
            "managers who plan for them, and to the schedules which those managers keep or do not keep, also consider, at length and from "
            "several sides, what a day of notice changes for those who wait, for those who work, and for those who pay.",
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
        InferenceCase("Your papers never schedule wards by simulation.", True, "Your papers schedule wards by simulation."),
        InferenceCase(
            "Your papers do not ask ward managers about schedules.", True, "Your papers ask ward managers about their schedules."
        ),
        InferenceCase(
            "Your papers model bed queues with Markov chains.", False, "Your papers forecast night arrivals from weather."
        ),
        InferenceCase(
            "Your papers ask ward managers which schedules they keep.", False, "Your papers review studies of ward scheduling."
        ),
        InferenceCase("Your papers argue that waiting lists hide long stays.", False, "Your papers plan discharge at admission."),
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
        ActionCase("Also search for weather forecasts of arrivals", True, "Search for arrivals and weather forecasts"),
        ActionCase("Skip definitions of bed occupancy", True, "Define bed occupancy"),
        ActionCase("Leave out papers on emergency departments", True, "Add a section on emergency departments"),
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
        ReportCase("Nurses on fixed shifts slept 74 minutes longer than nurses on rotating shifts [1].", True),
        ReportCase("Rotating shifts raised sick leave by 9 percent in Norway and by 30 percent in Spain [2].", True),
        ReportCase("Self-rostering is called “the only humane roster” by the nurses [2].", True),
        ReportCase("Quantum annealers factor integers with superconducting circuits at low temperatures [1].", True),
        ReportCase("Lopez and others found that night work shortens sleep by 22 percent among nurses.", True),
        ReportCase("Software engineers prefer dark editors, as BERTScore confirms across many repositories [2].", True),
        ReportCase("Nurses on fixed shifts slept 47 minutes longer than those on rotating shifts [1].", False),
        ReportCase("Rotating shifts raised sick leave, and self-rostering lowered it in three of five hospitals [2].", False),
        ReportCase("The study followed 312 nurses for one year [1].", False),
        ReportCase("Taken together, these results suggest that rosters matter for health.", False),
    ),
    ErrorType.REPORT_GLOBAL: (
        ReportCase("Fixed shifts let nurses sleep longer than rotating shifts do [1].", True, "Nurses sleep longer on fixed shifts than on rotating shifts [1]."),
        ReportCase("Rotating shifts do not raise the sick leave of nurses [2].", True, "Rotating shifts raise the sick leave of nurses [2]."),
        ReportCase("Self-rostering lowered sick leave in three of five hospitals [2].", True, "In three of five hospitals, self-rostering lowered sick leave [2]."),
        ReportCase("Self-rostering lowered sick leave in three of five hospitals [2].", False, "Nurses on fixed shifts slept 47 minutes longer than on rotating shifts [1]."),
        ReportCase("Rotating shifts raised sick leave by 9 percent [2].", False, "The study followed 312 nurses for one year [1]."),
        ReportCase("Nurses on rotating shifts slept less [1].", False),
    ),
}  # fmt: skip
