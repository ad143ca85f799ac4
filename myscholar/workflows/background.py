"""The background that ships with the product: what phrases and styles are common among conference
papers."""

import json
from functools import cache
from pathlib import Path

from myscholar.errors import StorageError
from myscholar.text.background import Background

_SHIPPED = Path(__file__).resolve().parents[1] / "sample" / "background.parquet"


@cache
def load_background(path: Path = _SHIPPED) -> Background:
    """The table made by `eval/build_background.py`, read once a process. Raises StorageError if it
    is missing or damaged."""
    import pyarrow.parquet as pq

    try:
        table = pq.ParquetFile(path).read()  # `read_table` imports pandas, half a second
        metadata = {
            key.decode(): value.decode() for key, value in (table.schema.metadata or {}).items()
        }
        frequencies = dict(
            zip(
                table.column("key").to_pylist(),
                table.column("n_documents").to_pylist(),
                strict=True,
            )
        )
        return Background(
            n_documents=int(metadata["n_documents"]),
            frequencies=frequencies,
            quantiles={
                (measure, kind): tuple(values)
                for kind, measures in json.loads(metadata["quantiles"]).items()
                for measure, values in measures.items()
            },
            floor=int(metadata["floor"]),
        )
    except (OSError, KeyError, ValueError) as error:
        raise StorageError(
            f"The background table {path.name} can't be read ({error}). Reinstall myscholar."
        ) from error
