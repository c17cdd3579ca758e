"""Part of the reproduction of Henderson 1999: Web transfers with a larger window and T/TCP."""
