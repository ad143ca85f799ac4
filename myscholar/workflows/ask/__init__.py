"""A question on its way: what was asked, proposed and chosen, until its report is written."""
