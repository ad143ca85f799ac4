"""What a column of a table of papers asks for, by the words of its reader."""

from enum import StrEnum

from myscholar.domain.tables import Fact
from myscholar.domain.text import one_line
from myscholar.text.lexicons import pattern

USUAL = ("Year", "What it does", "Data or material", "Main result", "Limitations")
"""Columns of a table for which none were named."""
SUGGESTED = (*USUAL, "Sample size", "Future work", "Venue", "Citations")
_FACTS = {fact: pattern(f"table_columns.{fact}") for fact in Fact}


class Topic(StrEnum):
    """Of what a column asks. The first that its words name counts."""

    AVAILABILITY = "availability"
    DESIGNS = "designs"
    PEOPLE = "people"
    COUNTS = "counts"
    LIMITS = "limits"
    FUTURE = "future"
    BASELINES = "baselines"
    COMPARISONS = "comparisons"
    TRAINING_DATA = "training_data"
    DATA = "data"
    METRICS = "metrics"
    LANGUAGES = "languages"
    ASSUMPTIONS = "assumptions"
    GUARANTEES = "guarantees"
    EVALUATIONS = "evaluations"
    RESULTS = "results"
    METHODS = "methods"
    PROBLEMS = "problems"
    TASKS = "tasks"
    LANGUAGE_MODELS = "language_models"
    MODELS = "models"
    HARDWARE = "hardware"
    OTHER = "other"


_TOPICS = {topic: pattern(f"table_columns.{topic}") for topic in Topic if topic is not Topic.OTHER}


def fact_of(words: str) -> Fact | None:
    """What of a paper's record answers the words; None where its text has to be read."""
    line = one_line(words).strip(" ?.:")
    return next((fact for fact, asked in _FACTS.items() if asked.search(line)), None)


def facts_of(columns: tuple[str, ...]) -> dict[str, Fact]:
    """As `new_columns` takes them."""
    found = ((line, fact_of(line)) for line in map(one_line, columns))
    return {line: fact for line, fact in found if fact}


def topic_of(words: str) -> Topic:
    line = one_line(words)
    return next((topic for topic, asked in _TOPICS.items() if asked.search(line)), Topic.OTHER)
