"""Workers: results come home, and a task that raises, dies or hangs takes no other down with it."""

from __future__ import annotations

import multiprocessing
import os
import re
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import misbehave
import pytest

from pipeline import workers
from pipeline.inside import Outcome, explain
from pipeline.workers import Task, Workers


def run(folder: Path, tasks: Sequence[Task], jobs: int = 2, stall: float = 60.0) -> dict[str, Outcome]:
    with Workers(jobs, folder, stall=stall) as workers:
        return {task.beat: outcome for task, outcome in workers.run(tasks, lambda _: None)}


def test_results_come_home_and_workers_are_reused(tmp_path: Path) -> None:
    with Workers(2, tmp_path) as workers:
        for batch in range(2):
            tasks = [Task(str(i), misbehave.fine, (i * batch,)) for i in range(5)]
            found = {task.beat: outcome.value for task, outcome in workers.run(tasks, lambda _: None)}
            assert found == {str(i): i * batch for i in range(5)}
        assert len(multiprocessing.active_children()) <= 2
    assert multiprocessing.active_children() == []


def test_progress_of_unfinished_tasks_is_seen(tmp_path: Path) -> None:
    seen = tmp_path / "seen"
    ticks: list[int] = []

    def tick(frames: int) -> None:
        ticks.append(frames)
        if frames == 12:
            seen.write_text("")

    with Workers(2, tmp_path) as workers:
        tasks = [Task("a", misbehave.counted, (5, seen)), Task("b", misbehave.counted, (7, seen))]
        values = [outcome.value for _, outcome in workers.run(tasks, tick)]
        assert sorted(values) == [5, 7]
        list(workers.run([Task("c", misbehave.fine, (0,))], ticks.append))
    assert max(ticks) == 12
    assert ticks[-1] == 0


def test_a_worker_prints_to_stderr_and_leaves_interrupts_to_the_main_process(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    found = run(tmp_path, [Task("a", misbehave.whisper, ("hello",)), Task("b", misbehave.environment, ())])
    assert found["a"].value == 1
    assert found["b"].value == "1"
    out, err = capfd.readouterr()
    assert "hello" not in out
    assert "hello" in err


def test_workers_share_no_folder_and_leave_none(tmp_path: Path) -> None:
    with Workers(2, tmp_path) as workers:
        tasks = [Task(str(i), misbehave.media, (i,)) for i in range(6)]
        folders = {Path(outcome.value) for _, outcome in workers.run(tasks, lambda _: None)}
        assert len(folders) == 2
        (top,) = {folder.parent for folder in folders}
        assert top.is_dir()
    assert not top.exists()


def test_errors_become_sentences(tmp_path: Path) -> None:
    tasks = [Task(kind, misbehave.raises, (kind,)) for kind in ("kit", "film", "other")]
    found = run(tmp_path, [*tasks, Task("good", misbehave.fine, (1,))])
    assert found["good"] == Outcome(value=1)
    assert found["kit"] == Outcome(sentence="There is no mark [x]; put it into the script.")
    assert found["film"] == Outcome(sentence="The disk is full.")
    assert found["other"].sentence.startswith("raised ZeroDivisionError: division by zero (misbehave.py, line ")
    assert "Traceback" in found["other"].trace


@pytest.mark.parametrize("death", [Task("bad", misbehave.dies, (137,)), Task("bad", misbehave.killed, ())])
def test_a_dead_worker_is_named_and_the_others_survive(tmp_path: Path, death: Task) -> None:
    others = [Task(str(i), misbehave.slow_but_alive, (0.3,)) for i in range(3)]
    found = run(tmp_path, [others[0], death, *others[1:]])
    assert "lost its process twice" in found["bad"].sentence
    assert {found[str(i)].value for i in range(3)} == {"done"}


def test_a_worker_that_dies_once_is_tried_again(tmp_path: Path) -> None:
    found = run(tmp_path, [Task("a", misbehave.dies_once, (tmp_path / "note",))], jobs=1)
    assert found["a"].value == "second time"


def test_a_hanging_worker_is_ended_and_says_where_it_hung(tmp_path: Path) -> None:
    tasks = [Task("bad", misbehave.hangs, ()), Task("good", misbehave.slow_but_alive, (2.5,))]
    found = run(tmp_path, tasks, stall=1.5)
    assert found["good"].value == "done"
    assert found["bad"].sentence == "drew nothing for 1.5 seconds and was stopped"
    assert "misbehave.py" in found["bad"].trace
    assert "hangs" in found["bad"].trace
    assert not list(tmp_path.iterdir())


def test_a_worker_that_never_lets_go_of_the_interpreter_is_ended_too(tmp_path: Path) -> None:
    found = run(tmp_path, [Task("bad", misbehave.never_lets_go, ()), Task("good", misbehave.fine, (1,))], stall=1.5)
    assert found["good"].value == 1
    assert "drew nothing for 1.5 seconds" in found["bad"].sentence
    assert "never_lets_go" in found["bad"].trace


def test_patience_grows_with_the_frames(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert Workers(1, tmp_path).patience(Task("a", misbehave.fine, ())) == 120
    assert Workers(1, tmp_path).patience(Task("a", misbehave.fine, (), frames=36_000)) == 1920
    monkeypatch.setattr(workers, "STALL_SECONDS_A_FRAME", 0.5)
    # Both stop drawing; the one with more to draw is given the more time, in which the other is long ended.
    tasks = [Task("short", misbehave.draws_and_hangs, (1,), 1), Task("long", misbehave.silent, (4.0,), 40)]
    found = run(tmp_path, tasks, stall=0.5)
    assert found["short"].sentence == "drew nothing for 1 seconds and was stopped"
    assert found["long"].value == "done"


def test_leaving_early_ends_what_is_running(tmp_path: Path) -> None:
    with Workers(2, tmp_path) as workers:
        tasks = [Task("slow", misbehave.hangs, ()), Task("quick", misbehave.fine, (1,))]
        for task, _ in workers.run(tasks, lambda _: None):
            assert task.beat == "quick"
            break
        assert multiprocessing.active_children() == []
        # and the same workers object serves on
        assert [o.value for _, o in workers.run([Task("a", misbehave.fine, (2,))], lambda _: None)] == [2]


def test_ended_workers_leave_no_semaphore_behind(tmp_path: Path) -> None:
    script = (
        "import misbehave\nfrom pathlib import Path\nfrom pipeline.workers import Task, Workers\n"
        "if __name__ == '__main__':\n"
        "    tasks = [Task('a', misbehave.progress_and_hang, ()), Task('b', misbehave.slow_but_alive, (2,))]\n"
        f"    with Workers(2, Path({str(tmp_path)!r})) as workers:\n"
        "        next(workers.run(tasks, lambda _: None))\n"
    )
    (tmp_path / "main.py").write_text(script)
    here = Path(__file__).resolve()
    environment = {**os.environ, "PYTHONPATH": f"{here.parents[2]}{os.pathsep}{here.parent}"}
    ended = subprocess.run(
        [sys.executable, "main.py"], cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=120
    )
    assert ended.returncode == 0
    assert "leaked" not in ended.stderr


def test_an_error_of_the_main_process_ends_what_is_running(tmp_path: Path) -> None:
    def consume(workers: Workers) -> None:
        tasks = [Task("slow", misbehave.hangs, ()), Task("quick", misbehave.fine, (1,))]
        for _ in workers.run(tasks, lambda _: None):
            raise KeyboardInterrupt

    # The traceback keeps the iteration alive; the workers end all the same.
    with pytest.raises(KeyboardInterrupt), Workers(2, tmp_path) as workers:
        consume(workers)
    assert multiprocessing.active_children() == []


def test_workers_end_when_the_main_process_is_killed(tmp_path: Path) -> None:
    context = multiprocessing.get_context("spawn")
    # Not a daemon: it has to start a child of its own.
    main = context.Process(target=misbehave.parent_of_one, args=(tmp_path,))
    main.start()
    note = tmp_path / "pid"
    while not (note.exists() and note.read_text()):
        assert main.is_alive()
        time.sleep(0.02)
    main.kill()
    main.join()
    worker = int(note.read_text())
    for _ in range(3000):
        if not _alive(worker):
            return
        time.sleep(0.02)
    raise AssertionError("the worker outlives its parent")


def _alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    status = Path(f"/proc/{pid}/status")
    # Ended but not yet collected by whoever adopted it counts as ended.
    return not (status.exists() and "\nState:\tZ" in status.read_text())


def test_an_error_that_says_nothing_is_told_by_its_name() -> None:
    with pytest.raises(MemoryError) as caught:
        raise MemoryError
    assert re.fullmatch(r"raised MemoryError \(.*, line \d+\)", explain(caught.value).sentence)
