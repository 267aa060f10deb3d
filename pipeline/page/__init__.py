"""The learner's page: the film, and its figure in the learner's own hand, as a folder that works from a disk.

Sources of what runs in the browser are in `web`, bundled into `bundle`; every number comes from mathcore as data.
"""
