"""What a person sees: the command line (cli) and the web app (web). Thin: values go to a workflow,
results to the screen."""
