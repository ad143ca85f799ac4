"""Spans of OpenTelemetry: one a run, one a step, and below them what pydantic-ai tells of each
request to a model, without prompts and answers.

Where they go, under which name and how many the library reads itself from its own variables
(`OTEL_EXPORTER_OTLP_ENDPOINT`, `OTEL_SERVICE_NAME`, `OTEL_TRACES_SAMPLER` ...).
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING

from myscholar import logs
from myscholar.errors import ExtraNotInstalled

if TYPE_CHECKING:
    from opentelemetry.trace import Tracer

EXTRA = "otel"


def start_tracing(version: str) -> None:
    """Once a process; what is not sent yet is sent when it ends. Raises ExtraNotInstalled."""
    try:
        from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
        from opentelemetry.sdk.resources import (
            SERVICE_NAME,
            SERVICE_VERSION,
            OTELResourceDetector,
            Resource,
        )
        from opentelemetry.sdk.trace import TracerProvider
        from opentelemetry.sdk.trace.export import BatchSpanProcessor
    except ImportError as missing:
        raise ExtraNotInstalled(EXTRA) from missing
    from pydantic_ai import Agent, InstrumentationSettings

    ours = {SERVICE_NAME: "myscholar", SERVICE_VERSION: version}
    provider = TracerProvider(resource=Resource.create(ours).merge(OTELResourceDetector().detect()))
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
    Agent.instrument_all(
        InstrumentationSettings(
            tracer_provider=provider,
            include_content=False,
            include_binary_content=False,
            include_model_request_parameters=False,
        )
    )
    logs.open_spans_with(_spans_of(provider.get_tracer("myscholar", version)))


def _spans_of(tracer: "Tracer") -> logs.Spans:
    from opentelemetry.trace import Status, StatusCode

    @contextmanager
    def span(what: str, about: Mapping[str, str]) -> Iterator[None]:
        facts = {f"myscholar.{name}": value for name, value in about.items()}
        with tracer.start_as_current_span(
            f"{what} {about[what]}" if what == "step" else what,
            attributes=facts,
            record_exception=False,  # its words may hold what was read
            set_status_on_exception=False,
        ) as opened:
            try:
                yield
            except BaseException as error:
                opened.set_status(Status(StatusCode.ERROR, logs.error_in_words(error)))
                raise

    return span
