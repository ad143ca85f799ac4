"""A question, its proposed actions, and what was asked before."""
