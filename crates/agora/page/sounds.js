// Short sounds, made by the browser without files.

/** The notes of a sound: wave, first and last pitch in hertz, start and length in seconds, loudness. */
const SOUNDS = {
  place: [["sine", 420, 640, 0, 0.09, 0.5], ["triangle", 210, 180, 0, 0.07, 0.3]],
  move: [["triangle", 230, 170, 0, 0.08, 0.5], ["sine", 460, 340, 0.01, 0.06, 0.2]],
  capture: [["triangle", 392, 196, 0, 0.2, 0.5], ["sine", 140, 70, 0.03, 0.25, 0.6]],
  illegal: [["sine", 170, 150, 0, 0.1, 0.5], ["sine", 150, 130, 0.12, 0.12, 0.5]],
  end: [["sine", 523, 523, 0, 0.35, 0.35], ["sine", 659, 659, 0.12, 0.35, 0.35], ["sine", 784, 784, 0.24, 0.6, 0.35], ["triangle", 262, 262, 0.24, 0.6, 0.15]],
};
const LOUDNESS = 0.25;

let on = true;
let context = null;

/** Browsers play nothing before a person acts on the page. */
function wake() {
  if (!on || context) return;
  context = new AudioContext();
}

for (const gesture of ["pointerup", "keydown"]) addEventListener(gesture, wake, { capture: true });

/** Turns the sounds on or off. */
export function setSound(value) {
  on = value;
}

/** Plays `place`, `move`, `capture`, `illegal` or `end`. */
export function sound(name) {
  if (!on || !context) return;
  // A browser suspends a page that was long silent or in the background.
  if (context.state === "suspended") context.resume();
  const now = context.currentTime;
  for (const [type, from, to, at, length, loudness] of SOUNDS[name]) {
    const [start, end] = [now + at, now + at + length];
    const tone = new OscillatorNode(context, { type, frequency: from });
    const volume = new GainNode(context, { gain: 0 });
    tone.frequency.setValueAtTime(from, start);
    tone.frequency.exponentialRampToValueAtTime(to, end);
    // Soft edges: a wave that starts or ends at once clicks.
    volume.gain.setValueAtTime(0, start);
    volume.gain.linearRampToValueAtTime(LOUDNESS * loudness, start + 0.008);
    volume.gain.exponentialRampToValueAtTime(0.0001, end);
    tone.connect(volume).connect(context.destination);
    tone.start(start);
    tone.stop(end);
  }
}

/** The name of the sound of a turn's events, the most important one; `end` is that of the state. `undefined` if there is none. */
export function soundOf(events, end) {
  if (end) return "end";
  const changes = new Set(events.map(({ change }) => change));
  if (changes.has("remove") || changes.has("explode")) return "capture";
  if (changes.has("move") || changes.has("turn")) return "move";
  return changes.has("place") ? "place" : undefined;
}
