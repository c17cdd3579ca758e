"""A part of the reproduction of Tauran 2018."""
