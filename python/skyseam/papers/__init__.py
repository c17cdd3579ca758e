"""Papers that come with Skyseam, a directory each; found by `skyseam.reproduce`."""
