"""Question and profile -> actions (MySQA §2.2); what is picked, liked and complained about."""
