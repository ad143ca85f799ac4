"""What is never said about a person, whoever made the inference. Source: MySQA §6 (models
infer sensitive traits).

A statement is withheld when it ascribes nationality, native language, ethnicity, gender, age,
health, religion, politics, sexuality or ability to the author ("you are a non-native speaker"). A
topic is not an ascription: "your papers study gender bias" passes.
"""

from myscholar.text.lexicons import pattern

_ASCRIPTION = pattern("safeguards.ascription")


def is_withheld(statement: str) -> bool:
    """Whether the statement ascribes a protected trait to the person, so that it must not be shown
    to anyone."""
    plain = " ".join(statement.replace("’", "'").split())
    return bool(_ASCRIPTION.search(plain))
