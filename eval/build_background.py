"""Count the background that profiles are compared with: numbers only, no sentence of any paper
leaves.

    python -m eval.build_background PAPERS.parquet OUT.parquet

PAPERS.parquet has the columns `title` and `abstract`. OUT.parquet has one row a stem or phrase
(`key`, `n_documents`); its metadata
holds the number of papers, the floor and the quantiles of the style measures of abstracts.
"""

import argparse
import json
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from myscholar.profile.style import MEASURES
from myscholar.text.terms import phrases

FLOOR = 5
LONGEST = 3
TELL_EVERY = 20_000


def document_frequencies(papers: Iterable[tuple[str, str]]) -> Counter[str]:
    """Papers with the key in title or abstract, from FLOOR on."""
    counts: Counter[str] = Counter()
    for number, (title, abstract) in enumerate(papers, start=1):
        counts.update({p.key for text in (title, abstract) for p in phrases(text, longest=LONGEST)})
        if number % TELL_EVERY == 0:
            print(f"{number:,} papers, {len(counts):,} keys", flush=True)
    return Counter({key: n for key, n in counts.items() if n >= FLOOR})


def quantiles(abstracts: list[str]) -> dict[str, list[float]]:
    """Values at the 0th, 1st, ..., 100th percentile of each measure."""
    return {
        name: [
            round(float(q), 4)
            for q in np.quantile([measure(a) for a in abstracts], np.linspace(0, 1, 101))
        ]
        for name, measure in MEASURES.items()
    }


def table(papers: list[tuple[str, str]]) -> pa.Table:
    frequencies = sorted(document_frequencies(papers).items())
    metadata = {
        "n_documents": str(len(papers)),
        "floor": str(FLOOR),
        "quantiles": json.dumps({"abstract": quantiles([abstract for _, abstract in papers])}),
    }
    columns = {
        "key": pa.array([key for key, _ in frequencies], pa.string()),
        "n_documents": pa.array([n for _, n in frequencies], pa.int32()),
    }
    return pa.table(columns).replace_schema_metadata(metadata)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("papers", type=Path)
    parser.add_argument("out", type=Path)
    arguments = parser.parse_args()
    rows = pq.read_table(arguments.papers, columns=["title", "abstract"]).to_pydict()
    result = table(list(zip(rows["title"], rows["abstract"], strict=True)))
    pq.write_table(result, arguments.out, compression="zstd", compression_level=19)
    print(f"{result.num_rows:,} keys, {arguments.out.stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
