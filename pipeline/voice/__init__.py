"""The narrator: recordings of the script's lines, made by a speech engine or by a person, and their manifest.

Whoever renders the film needs none of this: `scenes.kit.narration` reads what is recorded.
"""
