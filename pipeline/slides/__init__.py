"""The educator's decks: the film as slides that play by themselves, for PowerPoint and its kin and for a browser.

`pipeline.slides.deck.make` makes either and says what it made.
"""
