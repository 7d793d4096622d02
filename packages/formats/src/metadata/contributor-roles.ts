import { type Contributor } from '../reading.ts';
import { distinct } from './values.ts';

/** Role names of comic programs; other names are matched by their words. */
const ROLES: ReadonlyMap<string, Contributor['role'] | null> = new Map<string, Contributor['role'] | null>([
  ['writer', 'writer'],
  ['script', 'writer'],
  ['scripter', 'writer'],
  ['story', 'writer'],
  ['plot', 'writer'],
  ['plotter', 'writer'],
  ['author', 'author'],
  ['creator', 'author'],
  ['artist', 'penciller'],
  ['penciller', 'penciller'],
  ['penciler', 'penciller'],
  ['breakdowns', 'penciller'],
  ['layouts', 'penciller'],
  ['illustrator', 'illustrator'],
  ['painter', 'illustrator'],
  ['inker', 'inker'],
  ['embellisher', 'inker'],
  ['finishes', 'inker'],
  ['ink assists', 'inker'],
  ['colorist', 'colorist'],
  ['colourist', 'colorist'],
  ['colorer', 'colorist'],
  ['colourer', 'colorist'],
  ['color separations', 'colorist'],
  ['color assists', 'colorist'],
  ['color flats', 'colorist'],
  ['gray tone', 'colorist'],
  ['letterer', 'letterer'],
  ['cover', 'cover_artist'],
  ['covers', 'cover_artist'],
  ['cover artist', 'cover_artist'],
  ['coverartist', 'cover_artist'],
  ['editor', 'editor'],
  ['translator', 'translator'],
  ['translation', 'translator'],
  // Ranks of a publishing house do not concern the book.
  ['president', null],
  ['publisher', null],
  ['chief creative officer', null],
  ['executive producer', null],
]);

/**
 * The role of a word, ignoring case; every kind of editor is an editor.
 * @returns null for people who did not make the book; `contributor` for an unknown word
 */
export function readComicRole(text: string): Contributor['role'] | null {
  const words = text.replace(/\s+/g, ' ').trim().toLowerCase();
  const known = ROLES.get(words);
  if (known !== undefined) return known;
  return /\beditor\b/.test(words) ? 'editor' : 'contributor';
}

/** People without repeated names (ignoring case) in one role, in order. */
export function distinctContributors(people: Iterable<Contributor>): readonly Contributor[] {
  const known = new Map<string, Contributor>();
  for (const person of people) {
    const [name] = distinct([person.name]);
    if (name === undefined) continue;
    const key = `${person.role} ${name.toLowerCase()}`;
    if (!known.has(key)) known.set(key, { ...person, name });
  }
  return [...known.values()];
}
