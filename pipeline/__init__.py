"""From beats to a film: rehearse, plan, render, join, report."""
