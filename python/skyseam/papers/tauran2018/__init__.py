"""Tauran 2018: schedulers for many users of one fading beam."""
