"""Python, the packages that the product needs, and the files that come with it."""

import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from importlib import metadata
from pathlib import Path

from packaging.requirements import Requirement

import myscholar
from myscholar.errors import MyScholarError
from myscholar.gateways.llm.prompts import prompt_names, read_prompt
from myscholar.gateways.storage.condition import HEAD
from myscholar.settings import wants_traces
from myscholar.text.lexicons import FOLDER as LEXICONS
from myscholar.text.lexicons import read_lexicon
from myscholar.tracing import EXTRA
from myscholar.workflows.doctor.diagnosis import Command, Diagnosis, Machine, State
from myscholar.workflows.sample import SAMPLE_CORPUS, SAMPLE_FOLDER, SAMPLE_RECORDING

OLDEST = (3, 11)
NATIVE = (
    "numpy scipy.sparse sklearn.feature_extraction.text pyarrow.parquet tantivy pypdfium2 psycopg "
    "Stemmer sqlite3"
).split()
"""Those with parts of their own for each kind of machine."""
_IN_EXTRA = {
    "sentence-transformers": "sentence_transformers",
    "gritlm": "gritlm",
    "eval": "matplotlib.pyplot",
    "otel": "opentelemetry.exporter.otlp.proto.http.trace_exporter",
}
"""What is imported to see that it works."""
_IMPORT_S = 5.5
_TRY = (
    "import importlib, sys\nfor name in sys.argv[1:]:\n"
    " print(name, flush=True)\n importlib.import_module(name)"
)
_ANEW = "Install myscholar again, or fetch its checkout anew."
_PACKAGE = Path(myscholar.__file__).parent
APP = Path("surfaces/web/app/app.py")
"""Where the wheel has the web app's first page; a checkout has it at its top."""


def check_python(_: Machine) -> Iterable[Diagnosis]:
    version = ".".join(map(str, sys.version_info[:3]))
    said = f"{version} at {sys.executable}, myscholar {myscholar.__version__}."
    if sys.version_info < OLDEST:
        mend = "Install Python 3.11 or newer, and myscholar with that."
        return [Diagnosis("Python", State.FAULT, said, mend)]
    return [Diagnosis("Python", State.OK, said)]


def check_packages(_: Machine) -> Iterable[Diagnosis]:
    """Against what the installed version asks for."""
    wanted = _requirements("")
    wrong = _wrong(wanted)
    if not wanted:
        said = "myscholar is used without being installed."
        return [
            Diagnosis("Packages", State.UNCHECKED, said, "Install it, for example by make demo.")
        ]
    if wrong:
        said = f"{len(wrong)} of {len(wanted)} are missing or of another version than wanted:"
        listed = ", ".join(f"{w.name}{w.specifier} ({_version(w) or 'missing'})" for w in wrong)
        return [_to_install("Packages", State.FAULT, f"{said} {listed}.", wrong)]
    return [Diagnosis("Packages", State.OK, f"All {len(wanted)} are there, in versions that fit.")]


def check_libraries(_: Machine) -> Iterable[Diagnosis]:
    """In a process of their own, which a broken one may end."""
    return [_imported("Libraries", NATIVE)]


def check_extras(machine: Machine) -> Iterator[Diagnosis]:
    there = [name for name in _IN_EXTRA if _requirements(name) and _is_there(name)]
    for name in _wanted_extras(machine):
        if name not in there:
            said = f"The settings ask for what comes with the extra {name}, which is missing."
            yield Diagnosis(
                "Extras",
                State.FAULT,
                said,
                "Install it.",
                Command.INSTALL,
                f"'myscholar[{name}]'",
            )
    if wrong := _wrong([wanted for name in there for wanted in _requirements(name)]):
        listed = ", ".join(f"{w.name} {_version(w)}" for w in wrong)
        said = f"Of another version than wanted: {listed}."
        yield _to_install("Extras", State.WARNING, said, wrong)
    if there:
        found = _imported("Extras", [_IN_EXTRA[name] for name in there])
        yield found._replace(said=f"Installed: {', '.join(there)}. {found.said}")
    else:
        yield Diagnosis("Extras", State.OK, f"None is installed. There are {', '.join(_IN_EXTRA)}.")


def check_files(_: Machine) -> Iterable[Diagnosis]:
    """That come with it and are no code."""
    missing = [str(path) for path in _shipped() if not path.exists()]
    broken = [said for said in map(_broken, _words()) if said]
    if not prompt_names():
        missing.append("prompts")
    if not any(LEXICONS.glob("*.toml")):
        missing.append("lexicons")
    if missing or broken:
        said = f"Missing: {', '.join(missing)}. " if missing else ""
        return [Diagnosis("Files", State.FAULT, said + " ".join(broken), _ANEW)]
    n = len(prompt_names())
    said = f"Prompts ({n}), word lists, the sample, the background and the web app are there."
    return [Diagnosis("Files", State.OK, said)]


def _shipped() -> Iterator[Path]:
    checkout = _PACKAGE.parent / "app.py"
    yield checkout if checkout.is_file() else _PACKAGE / APP
    yield from (SAMPLE_CORPUS, SAMPLE_RECORDING, SAMPLE_FOLDER / "background.parquet")
    yield SAMPLE_FOLDER / "manuscripts"
    versions = _PACKAGE / "gateways" / "storage" / "migrations" / "versions"
    yield next(versions.glob(f"{HEAD}_*.py"), versions / f"{HEAD}.py")


def _words() -> Iterator[tuple[str, str]]:
    yield from (("prompt", name) for name in prompt_names())
    yield from (("lexicon", path.stem) for path in sorted(LEXICONS.glob("*.toml")))


def _broken(what: tuple[str, str]) -> str:
    kind, name = what
    try:
        read_prompt(name) if kind == "prompt" else read_lexicon(name)
    except (MyScholarError, ValueError, OSError):
        return f"The {kind} {name} can't be read."
    return ""


def _requirements(extra: str) -> list[Requirement]:
    """Of the base install, or what an extra adds to it; none where myscholar is not installed."""
    try:
        lines = metadata.requires("myscholar") or []
    except metadata.PackageNotFoundError:
        return []
    wanted = [Requirement(line) for line in lines]
    if not extra:
        return [w for w in wanted if w.marker is None or w.marker.evaluate({"extra": ""})]
    base = _requirements("")
    return [w for w in wanted if w not in base and w.marker and w.marker.evaluate({"extra": extra})]


def _version(wanted: Requirement) -> str:
    try:
        return metadata.version(wanted.name)
    except metadata.PackageNotFoundError:
        return ""


def _wrong(wanted: Sequence[Requirement]) -> list[Requirement]:
    found = {w: _version(w) for w in wanted}
    return [
        w
        for w, version in found.items()
        if not version or not w.specifier.contains(version, prereleases=True)
    ]


def _to_install(name: str, state: State, said: str, wrong: Sequence[Requirement]) -> Diagnosis:
    names = (f"{w.name}{'[' + ','.join(sorted(w.extras)) + ']' if w.extras else ''}" for w in wrong)
    quoted = (f'"{n}{w.specifier}"' for n, w in zip(names, wrong, strict=True))
    return Diagnosis(name, state, said, "Install them.", Command.INSTALL, " ".join(quoted))


def _imported(name: str, modules: Sequence[str]) -> Diagnosis:
    command = [sys.executable, "-c", _TRY, *modules]
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, check=False, timeout=_IMPORT_S
        )
    except subprocess.TimeoutExpired:
        said = (
            f"They were not loaded within {_IMPORT_S:g} s: this machine is busy, or its disk slow."
        )
        return Diagnosis(name, State.UNCHECKED, said, "Try again later.")
    except OSError as error:
        said = f"{sys.executable} can't be started by your user ({error.strerror})."
        return Diagnosis(
            name, State.FAULT, said, "Let it: PDFs are read in processes of their own."
        )
    if done.returncode == 0:
        return Diagnosis(name, State.OK, f"{', '.join(m.partition('.')[0] for m in modules)} load.")
    at = (done.stdout.split() or ["python"])[-1].partition(".")[0]
    why = (done.stderr.strip().splitlines() or [""])[-1]
    if done.returncode < 0:
        why = f"it ends Python with signal {-done.returncode}; its build may not fit this machine"
    said = f"{at} can't be loaded ({why})."
    return Diagnosis(name, State.FAULT, said, "Install it again.", Command.INSTALL_AGAIN, _dist(at))


def _dist(module: str) -> str:
    """What the package is called that has the module."""
    return next(iter(metadata.packages_distributions().get(module, [module])))


def _is_there(extra: str) -> bool:
    return all(map(_version, _requirements(extra)))


def _wanted_extras(machine: Machine) -> list[str]:
    settings = machine.services.settings if machine.services else None
    kind = settings.embedder.partition(":")[0] if settings else ""
    return [name for name in _IN_EXTRA if name == kind or (name == EXTRA and wants_traces())]
