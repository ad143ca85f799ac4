"""`python -m myscholar.surfaces.cli`: the command line, where the script `myscholar` is not
installed."""

from myscholar.surfaces.cli.main import main

main()
