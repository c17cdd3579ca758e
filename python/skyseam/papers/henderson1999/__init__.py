"""Henderson's thesis of 1999: networking over next-generation satellite systems."""
