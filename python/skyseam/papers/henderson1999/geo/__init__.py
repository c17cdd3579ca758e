"""Part of the reproduction of Henderson 1999: four TCPs of 4.4BSD over a geostationary path."""
