"""Reusable parts: they take arrays and know nothing of attention."""
