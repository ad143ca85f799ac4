"""DeepResearch Arena: a benchmark made of seminars, and what is measured on it. Source: Arena."""
