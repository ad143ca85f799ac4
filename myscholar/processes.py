"""Processes that this one begins."""

import subprocess
import sys
from typing import Any

OWN_GROUP: dict[str, Any] = (
    {"creationflags": getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)}
    if sys.platform == "win32"
    else {"process_group": 0}
)
"""For `Popen`: Ctrl-C at the terminal is for this process alone, which tells the other."""
