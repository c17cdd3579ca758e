"""Study of fairness of flows that share a queue."""
