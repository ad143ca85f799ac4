"""What works on this machine, what does not, and how to mend it.

`examine` has the checks done side by side; each gives `Diagnosis`s. Nothing is changed, no token is
spent, and no secret is told.
"""
