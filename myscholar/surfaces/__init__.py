"""What a person sees: the command line (cli), the web app (web) and notebooks (notebook). Thin:
values go to a workflow, results to the screen."""
