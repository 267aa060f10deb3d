// The learner's page: wires the film, the question and the live figure together.
import { setSpoken } from './dom.js';
import { explorer } from './figure/explorer.js';
import { followLinks } from './film/links.js';
import { player } from './film/player.js';
import { transcript } from './film/transcript.js';
import { readLesson } from './lesson.js';
import { prediction } from './predict/predict.js';

document.documentElement.classList.add('js');
const lesson = readLesson();
setSpoken(lesson.formulas);

const figure = explorer(lesson);
document.documentElement.dataset.ready = 'true';
performance.mark('figure-ready');

const question = prediction(lesson, figure.predicted);
const film = player(lesson, question);
const words = transcript(lesson, (time) => film.seek(time));
film.on('time', words.follow);
// The figure starts where the film stands: when it pauses, and when the learner takes over.
film.on('pause', figure.fromFilm);
film.on('play', figure.filmPlays);
figure.onTakeOver(() => {
  const time = film.video.currentTime;
  if (film.stopQuietly()) figure.fromFilm(time);
});
followLinks(lesson.film, (time) => {
  film.seek(time);
  figure.linked(time);
  document.getElementById('watch').scrollIntoView({ block: 'start' });
});
