"""Papers -> profile (MySQA §2.1); profiles that are kept, and how they are edited."""
