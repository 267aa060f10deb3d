// Sets the deck going. The films play when their slides open (reveal.js does that, without sound if it must); here are
// their captions, which the page itself holds because no browser reads caption files from a disk, and their keys.
(() => {
  "use strict";

  const films = [...document.querySelectorAll("video")];
  const stillness = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
  let captions = "showing";

  const addCaptions = (film) => {
    const cues = JSON.parse(film.parentElement.querySelector("script.cues").textContent);
    if (cues.length === 0) return;
    const track = film.addTextTrack("captions", "English", "en");
    cues.forEach(([start, end, text]) => {
      const cue = new VTTCue(start, end, text);
      // The first line always at one height, in the band that the film keeps free.
      cue.snapToLines = false;
      cue.line = 89;
      track.addCue(cue);
    });
    track.mode = captions;
  };

  const toggleCaptions = () => {
    captions = captions === "showing" ? "hidden" : "showing";
    films.forEach((film) => [...film.textTracks].forEach((track) => { track.mode = captions; }));
  };

  const current = () => Reveal.getCurrentSlide()?.querySelector("video") ?? null;

  const togglePlay = (film = current()) => {
    if (!film) return;
    if (film.paused) film.play().catch(() => { film.controls = true; });
    else film.pause();
  };

  const toggleSound = () => {
    const muted = !(current() ?? films[0])?.muted;
    films.forEach((film) => { film.muted = muted; });
  };

  // A black screen, the overview and the list of keys are for other things than the film: it waits.
  let waiting = null;
  const wait = () => { waiting = current(); if (waiting?.paused) waiting = null; waiting?.pause(); };
  const goOn = () => { if (waiting && waiting === current()) togglePlay(waiting); waiting = null; };

  const help = document.getElementById("keys");
  const toggleHelp = () => {
    if (help.open) return help.close();
    if (!Reveal.isPaused()) wait();
    help.showModal();
  };
  help.addEventListener("close", () => { if (!Reveal.isPaused()) goOn(); });
  help.addEventListener("click", () => help.close());

  // The speaker's view sends its keys here too, as numbers: 27 is Esc, 112 F1, 191 the key of "/" and, on many, "?".
  const forReveal = ({ keyCode }) => {
    if (help.open) {
      if ([27, 112, 191].includes(keyCode)) help.close();
      return false;
    }
    if (keyCode !== 27 || !Reveal.isPaused()) return true;
    Reveal.togglePause(false);
    return false;
  };
  // Wherever a keyboard has its question mark; reveal.js knows one place only, and takes it for a black screen.
  document.addEventListener("keydown", (event) => {
    if (event.key !== "?" || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    toggleHelp();
  }, { capture: true });

  films.forEach((film) => {
    addCaptions(film);
    film.controls = stillness;
    if (!stillness) film.addEventListener("click", () => togglePlay(film));
  });

  Reveal.initialize({
    width: 1920,
    height: 1080,
    margin: 0,
    minScale: 0.05,
    maxScale: 8,
    center: false,
    hash: true,
    controlsTutorial: false,
    progress: false,
    transition: "none",
    backgroundTransition: "none",
    autoPlayMedia: stillness ? false : null,
    defaultTiming: 60,
    keyboard: { 112: toggleHelp, 191: toggleHelp },
    keyboardCondition: forReveal,
    pdfSeparateFragments: false,
    plugins: [RevealNotes],
  });

  Reveal.addKeyBinding({ keyCode: 87, key: "W", description: "The film waits, or goes on" }, () => togglePlay());
  Reveal.addKeyBinding({ keyCode: 77, key: "M", description: "Sound on or off" }, toggleSound);
  Reveal.addKeyBinding({ keyCode: 67, key: "C", description: "Captions on or off" }, toggleCaptions);
  Reveal.on("paused", wait);
  Reveal.on("resumed", goOn);
  Reveal.on("overviewshown", wait);
  Reveal.on("overviewhidden", goOn);
})();
