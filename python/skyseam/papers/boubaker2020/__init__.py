"""Boubaker et al. 2020: TCP over Iridium."""
