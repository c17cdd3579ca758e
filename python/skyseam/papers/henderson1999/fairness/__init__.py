"""Part of the reproduction of Henderson 1999: fairness between long and short connections."""
