"""Question, actions and sources -> report (MySQA §2.3), by each engine; its changes; shares."""
