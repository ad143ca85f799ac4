"""The package needs nothing that Windows lacks, but where it has made sure that it is there."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import myscholar

PACKAGE = Path(myscholar.__file__).parent
MODULES = set(
    "crypt curses fcntl grp posix pty pwd readline resource select selectors spwd syslog termios "
    "tty".split()
)
"""The `select`s are there, but wait for nothing but sockets."""
NAMES = {
    "os": set(
        "O_CLOEXEC O_DIRECTORY O_NOFOLLOW O_NONBLOCK O_SYNC WNOHANG chown chroot fchmod fchown "
        "fork forkpty getegid geteuid getgid getgroups getloadavg getpgid getpgrp getpriority "
        "getsid getuid initgroups killpg lchown lockf mkfifo mknod nice openpty posix_spawn pread "
        "pwrite register_at_fork sched_getaffinity sched_setaffinity sendfile setegid seteuid "
        "setgid setpgid setpriority setsid setuid statvfs sync sysconf ttyname uname wait wait3 "
        "wait4 waitid".split()
    ),
    "signal": set(
        "SIGALRM SIGCHLD SIGCONT SIGHUP SIGKILL SIGPIPE SIGQUIT SIGSTOP SIGTSTP SIGUSR1 SIGUSR2 "
        "SIGWINCH alarm pause pthread_kill pthread_sigmask setitimer sigwait".split()
    ),
    "socket": {"AF_UNIX"},
    "time": {"tzset"},
}
METHODS = set(
    "add_signal_handler create_unix_connection create_unix_server lchmod open_unix_connection "
    "start_unix_server".split()
)
"""Of event loops and paths, whatever they are called."""
OPTIONS = {"pass_fds", "preexec_fn", "process_group", "start_new_session", "umask"}
"""Of processes that are begun."""
GUARDS = ("sys.platform", "os.name", "hasattr(", "platform.system(")


def lacking(tree: ast.AST) -> Iterator[str]:
    """What Windows lacks of what is named there, without what stands behind a question for the
    system or catches that it is not there."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.If | ast.IfExp) and any(
            guard in ast.unparse(node.test) for guard in GUARDS
        ):
            continue
        if isinstance(node, ast.Try) and any(
            handler.type and "ImportError" in ast.unparse(handler.type) for handler in node.handlers
        ):
            continue
        yield from named(node)
        yield from lacking(node)


def named(node: ast.AST) -> Iterator[str]:
    match node:
        case ast.Import(names=names):
            yield from (n.name for n in names if n.name.split(".")[0] in MODULES)
        case ast.ImportFrom(module=str(module), names=names, level=0):
            if module.split(".")[0] in MODULES:
                yield module
            yield from (f"{module}.{n.name}" for n in names if n.name in NAMES.get(module, ()))
        case ast.Attribute(value=ast.Name(id=module), attr=name) if name in NAMES.get(module, ()):
            yield f"{module}.{name}"
        case ast.Call(func=ast.Attribute(attr=name)) if name in METHODS:
            yield name
        case ast.keyword(arg=str(name)) if name in OPTIONS:
            yield name


def test_nothing_is_named_that_windows_lacks() -> None:
    assert [
        f"{path.relative_to(PACKAGE)}: {name}"
        for path in sorted(PACKAGE.rglob("*.py"))
        for name in lacking(ast.parse(path.read_text(encoding="utf-8")))
    ] == []


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ("import fcntl", ["fcntl"]),
        ("from selectors import DefaultSelector", ["selectors"]),
        ("def stop(group):\n    os.killpg(group, signal.SIGKILL)", ["os.killpg", "signal.SIGKILL"]),
        ("from os import fork", ["os.fork"]),
        ("Popen(command, start_new_session=True)", ["start_new_session"]),
        ("loop.add_signal_handler(2, stop)", ["add_signal_handler"]),
        ("if sys.platform != 'win32':\n    import resource", []),
        ("try:\n    import fcntl\nexcept ImportError:\n    fcntl = None", []),
        ("os.kill(process, signal.SIGTERM)", []),
    ],
)
def test_what_windows_lacks_is_found_where_nobody_asked_for_the_system(
    code: str, found: list[str]
) -> None:
    assert list(lacking(ast.parse(code))) == found
