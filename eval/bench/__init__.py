"""Speed, cost and quality beside what a user would pick instead, as ratios in one run."""
