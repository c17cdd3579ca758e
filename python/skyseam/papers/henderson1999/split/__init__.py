"""Part of the reproduction of Henderson 1999: connections split at the gateway of a satellite."""
