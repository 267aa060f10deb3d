"""A small film that has all a page asks for: a question, a figure that moves, a switch, and the answer at the end."""

from __future__ import annotations

from film_project import Project

HEAD = """
from manim import Square

from scenes.kit import Beat
from scenes.kit.motion import Dial


class {name}(Beat):
    id, title = "{id}", "{title}"
    claim = "{title}."

    def stage(self):
        self.mark = Square(1.0, fill_opacity=1)
        self.mark.allow_colours = True
        self.add(self.mark)
        self.begin()

    def step(self, seconds=0.4):
        self.play(self.mark.animate.shift([0.1, 0, 0]), run_time=seconds)
"""

PREDICT = (
    HEAD.format(name="Predict", id="predict", title="Make a prediction")
    + """
    def begin(self):
        self.shows(d_k=4, scaled=0)

    def tell(self):
        with self.say("commit"):
            self.step()
        with self.say("choose", breath=0):
            self.step()
        self.wait(1.0)
        with self.clip("pinned"):
            self.step(0.6)
"""
)

SIMULATE = (
    HEAD.format(name="Simulate", id="simulate", title="Turn up the dimension")
    + """
    def begin(self):
        self.d_k = Dial(4, log=True, name="d_k")
        self.d_k.follow(lambda value: None, self.mark)
        self.shows(d_k=4, scaled=0)

    def tell(self):
        with self.clip("histogram-widens"), self.say("drag"):
            self.play(self.d_k.to(512), run_time=2.0)
        with self.say("answer"):
            self.step(1.6)
"""
)

TOGGLE = (
    HEAD.format(name="Toggle", id="toggle", title="When it matters")
    + """
    def begin(self):
        self.scaled = Dial(0.0, name="scaled")
        self.scaled.follow(lambda value: None, self.mark)
        self.shows(d_k=256, scaled=0)

    def tell(self):
        with self.clip("switch-on"), self.say("switch"):
            self.play(self.scaled.to(1.0), run_time=1.0)
"""
)

RESOLVE = (
    HEAD.format(name="Resolve", id="resolve", title="The answer")
    + """
    def begin(self):
        self.shows(d_k=64, scaled=1)

    def tell(self):
        with self.clip("the-predictions"), self.say("flaw"):
            self.step(1.0)
        self.wait(1.0)
"""
)

SCRIPTS = {
    "predict": """
picture = "A square & a <card>, at `d_k` = {d_small}."

[[line]]
id = "commit"
text = "Commit to an answer for `d_k` of {d_stop_4}."

[[line]]
id = "choose"
text = "Choose [choose]now."

[clips]
pinned = "The cards shrink."
""",
    "simulate": """
picture = "A square walks {n_scores} ways."

[[line]]
id = "drag"
text = "Drag `d_k` up, to {d_stop_512}."

[[line]]
id = "answer"
text = "So it was [c]C, as you saw."

[clips]
histogram-widens = "The histogram widens."
""",
    "toggle": """
picture = "A square stands."

[[line]]
id = "switch"
text = "Now flip the [on]switch."

[clips]
switch-on = "The switch is turned on."
""",
    "resolve": """
picture = "The cards come back."

[[line]]
id = "flaw"
text = "If you chose A, it adds; it does not average."

[clips]
the-predictions = "The cards come back."
""",
}


def make_lesson(project: Project) -> Project:
    """Give a project these four beats in place of its own."""
    for old in [*project.root.glob("scenes/b[0-9]*.py"), *project.root.glob("assets/script/*.toml")]:
        if old.name != "lexicon.toml":
            old.unlink()
    scenes = {"b01_predict": PREDICT, "b02_simulate": SIMULATE, "b03_toggle": TOGGLE, "b04_resolve": RESOLVE}
    for number, (name, code) in enumerate(scenes.items(), 1):
        project.write(f"scenes/{name}.py", f'"""Beat {number}."""\n{code}')
    for name, text in SCRIPTS.items():
        project.write(f"assets/script/{name}.toml", text)
    return project
