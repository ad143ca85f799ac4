"""Words that carry no topic, and words of the trade."""

from myscholar.text.lexicons import word_set

STOP_WORDS = word_set("common_words.stop_words")
ACADEMIC_WORDS = word_set("common_words.academic")
