"""Jobs to files: those that are only joined at once, the others by workers side by side; what is current stays."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, replace
from functools import partial
from pathlib import Path

from pipeline.atomic import write_atomic
from pipeline.build import Options
from pipeline.clips.account import Made
from pipeline.clips.budget import make
from pipeline.clips.item import AS_IT_IS, FORTH_AND_BACK, SEQUENCE, Item
from pipeline.clips.job import Done
from pipeline.clips.notes import Notes
from pipeline.clips.png import write_picture
from pipeline.inside import Outcome
from pipeline.outputs import Outputs
from pipeline.paths import Paths
from pipeline.progress import Bar
from pipeline.report import rate
from pipeline.subtitles import write_srt, write_vtt
from pipeline.workers import Crew, Task


class Producer:
    """Makes the files of one folder, which is held for it. `failures` are sentences."""

    def __init__(self, folder: Path, recipe: object, options: Options, paths: Paths, bar: Bar) -> None:
        self.failures: list[str] = []
        self._folder, self._recipe, self._options, self._paths, self._bar = folder, recipe, options, paths, bar
        self._outputs = Outputs(folder, paths.beside_cache(folder, ".json"))
        self._notes = Notes(paths.beside_cache(folder, "-how.json"))

    def make(self, items: Sequence[Item], workers: Crew) -> list[Made]:
        """What could be made, in the order of `items`, with posters and captions; see `failures` for the rest."""
        done: dict[str, Done] = {}
        todo: dict[str, Item] = {}
        for item in items:
            old = self._notes.get(item.name)
            # A folder of pictures has no digest: it is made again each time.
            if old is not None and item.job.kind != SEQUENCE and self._outputs.is_current(item.name, item.made_of):
                done[item.name] = old
            else:
                todo[item.name] = item
        for name, result in self._results(todo, workers):
            done[name] = result
            if todo[name].job.kind != SEQUENCE:
                self._outputs.note(name, todo[name].made_of)
            self._notes.put(name, result, todo[name].contents)
        return [self._finish(item, done[item.name]) for item in items if item.name in done]

    def _results(self, todo: dict[str, Item], workers: Crew) -> Iterator[tuple[str, Done]]:
        self._bar.begin("Exporting", sum(len(item.job.order) for item in todo.values()))
        tasks = []
        for name, item in todo.items():
            job = replace(item.job, sizes=self._notes.sizes(name, item.contents))
            if job.kind == "mp4" and job.as_it_is and job.max_bytes is None:
                yield name, make(job)
                self._bar.done(len(job.order))
            else:
                tasks.append(Task(name, make, (job,), len(job.order)))
        # The longest first, so that no worker is left with a long one while the others have nothing to do.
        for task, outcome in workers.run(sorted(tasks, key=lambda each: -each.frames), self._bar.now):
            self._bar.beat(task.beat)
            self._bar.done(task.frames)
            if not outcome.sentence:
                self._bar.finished(f"{task.beat}: done.")
                yield task.beat, outcome.value
                continue
            self.failures.append(self._failure(task.beat, outcome))
            if not self._options.keep_going:
                return

    def _failure(self, name: str, outcome: Outcome) -> str:
        if not outcome.trace:
            return outcome.sentence
        log = self._paths.logs / f"{name}.log"
        write_atomic(log, outcome.trace)
        return f"The clip {name} {outcome.sentence}; the whole account is in {self._paths.shown(log)}."

    def _finish(self, item: Item, done: Done) -> Made:
        """The poster and the captions beside a file, and the entry of it."""
        moment, job, effort, outputs = item.moment, item.job, done.effort, self._outputs
        poster = f"{item.stem}.png"
        of = [self._recipe, item.digests, item.poster]
        outputs.refresh(poster, of, lambda path: write_picture(job.source.picture(item.poster), path))
        captions = []
        for suffix, write in ((".vtt", write_vtt), (".srt", write_srt)) if job.cues else ():
            words = [self._recipe, [asdict(cue) for cue in job.cues]]
            outputs.refresh(f"{item.stem}{suffix}", words, partial(write, cues=job.cues, fps=job.fps))
            captions.append(self._folder / f"{item.stem}{suffix}")
        return Made(
            name=moment.name,
            beat=moment.plan.id,
            title=moment.plan.title,
            format=job.kind,
            path=job.path,
            poster=self._folder / poster,
            captions=tuple(captions),
            seconds=round(float(job.seconds), 6),
            frames=done.frames,
            fps=rate(effort.rate),
            width=effort.width,
            height=effort.height,
            bytes=done.bytes,
            sha256=None if job.kind == SEQUENCE else outputs.current[item.name],
            theme=job.source.settings.theme,
            transparent=job.clear,
            loop=item.loop,
            speaks=job.sound is not None,
            caption=moment.caption,
            alt=moment.alt,
            spoken=item.spoken,
            how=_how(item, done),
        )


def _how(item: Item, done: Done) -> str:
    loop = {AS_IT_IS: ", loops as it is", FORTH_AND_BACK: ", plays forth and back"}.get(item.loop or "", "")
    if done.again:
        return f"{done.effort.told(item.job.kind)}{loop}"
    return f"{done.effort.width} x {done.effort.height}, the film's own pictures{loop}"
