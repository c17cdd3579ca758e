"""A part of the reproduction of Boubaker 2020."""
