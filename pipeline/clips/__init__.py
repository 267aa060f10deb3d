"""The educator's kit: named moments of the film as files that can be dropped into slides and pages.

`pipeline.clips.export.export(names, spec, settings, options, paths, bar)` makes them and says what it made.
"""
