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
    pdfSeparateFragments: false,
    plugins: [RevealNotes],
  });

  Reveal.addKeyBinding({ keyCode: 87, key: "W", description: "The film waits, or goes on" }, () => togglePlay());
  Reveal.addKeyBinding({ keyCode: 77, key: "M", description: "Sound on or off" }, toggleSound);
  Reveal.addKeyBinding({ keyCode: 67, key: "C", description: "Captions on or off" }, toggleCaptions);
  // A black screen, and the overview, are for talking: the film waits.
  let waiting = null;
  const wait = () => { waiting = current(); if (waiting?.paused) waiting = null; waiting?.pause(); };
  const goOn = () => { if (waiting && waiting === current()) togglePlay(waiting); waiting = null; };
  Reveal.on("paused", wait);
  Reveal.on("resumed", goOn);
  Reveal.on("overviewshown", wait);
  Reveal.on("overviewhidden", goOn);
})();
