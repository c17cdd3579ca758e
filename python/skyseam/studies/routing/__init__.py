"""Study of routing over constellations."""
