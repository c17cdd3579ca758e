"""Tauran et al. 2019: delayed ACKs over a fading LEO link with HARQ."""
