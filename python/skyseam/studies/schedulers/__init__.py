"""Study of schedulers of a shared link."""
