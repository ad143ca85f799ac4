"""Speed, cost and quality beside what a user would pick instead, as ratios in one run.

__main__      `python -m eval bench NAME`: which there are
command       what they share
processes     servers that are started and ended
servers       the local model server and scholar server, and what a process of ours did with them
shaped        the model server's answers to our own schemas; it runs in the servers' Python
whole_command  a command as a person types it, on a terminal;  typed_report  `report` so
report_rows   one report, by ours or the peer's, and what it took
llm_client    one profile, report or judging in a process of its own, by a `client_order`
"""
