"""How often papers use each turn of phrase: the rates in `myscholar/profile/phrasings.py`.

`python -m eval.count_phrasings SNIPPETS.parquet` counts them in passages (rows of kind `passage`) cited from many papers. Those passages were
cited in answers, so definitions and findings are more common in them than in papers as a whole.
"""

import argparse
from pathlib import Path

import pyarrow.parquet as pq

from myscholar.profile.phrasings import PHRASINGS
from myscholar.text.sentences import sentences


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("snippets", type=Path)
    table = pq.read_table(parser.parse_args().snippets, columns=["text", "kind"])
    rows = zip(table.column("text").to_pylist(), table.column("kind").to_pylist(), strict=True)
    found = [sentence for text, kind in rows if kind == "passage" for sentence in sentences(text)]
    n_words = sum(len(sentence.split()) for sentence in found)
    print(f"{n_words:,} words, {len(found):,} sentences; sentences with the expression per 1,000 words, and the shipped rate")
    for phrasing in PHRASINGS:
        n = sum(bool(phrasing.pattern.search(sentence)) for sentence in found)
        print(f"{1000 * n / n_words:8.3f}  {phrasing.usual_per_1000_words:8.3f}  {phrasing.name}")


if __name__ == "__main__":
    main()
