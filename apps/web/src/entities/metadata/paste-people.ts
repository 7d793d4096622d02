import { ROLES, type Role } from './fields.ts';

/** Somebody who had a part in a book, as the API takes it. */
export interface Person {
  readonly name: string;
  readonly role: Role;
  readonly sortName: string | null;
}

const MOST = 500;

function plain(text: string): string {
  return text.toLowerCase().replace(/[^a-z]/g, '');
}

/** Words that mean a role, beside its own. */
const OTHER_WORDS: Readonly<Record<string, Role>> = {
  story: 'writer',
  script: 'writer',
  writing: 'writer',
  writtenby: 'writer',
  art: 'illustrator',
  artist: 'illustrator',
  pencils: 'penciller',
  inks: 'inker',
  colors: 'colorist',
  colours: 'colorist',
  colourist: 'colorist',
  letters: 'letterer',
  cover: 'cover_artist',
  covers: 'cover_artist',
  edits: 'editor',
  translation: 'translator',
};

/** The role that a word means: its own name, or another word for it; undefined for none. */
function roleOf(word: string): Role | undefined {
  const key = plain(word);
  return ROLES.find(([role, words]) => plain(role) === key || plain(words) === key)?.[0] ?? OTHER_WORDS[key];
}

/** "Ann Lee (inks)", "Inks: Ann Lee, Bo", "Ann Lee - inker". */
function readLine(line: string, usual: Role): readonly Person[] {
  const before = /^([^:]{2,20}):(.+)$/.exec(line);
  const lineRole = before === null ? undefined : roleOf(before[1] ?? '');
  const names = lineRole === undefined ? line : (before?.[2] ?? '');
  return names.split(/[,;|\t]/).flatMap((part) => {
    const after = /^(.+?)\s*(?:\(([^()]{2,20})\)|\s[-–—]\s*([^-–—]{2,20}))\s*$/.exec(part.trim());
    const said = after === null ? undefined : roleOf(after[2] ?? after[3] ?? '');
    const name = (said === undefined ? part : (after?.[1] ?? part)).trim().replace(/\s+/g, ' ');
    return name === '' ? [] : [{ name, role: said ?? lineRole ?? usual, sortName: null }];
  });
}

/**
 * People in a text that was pasted: one or several a line, with their role in brackets, after a dash or before a colon.
 * @param usual the role of whoever has none
 * @returns each name and role once, 500 at most
 */
export function readPeople(text: string, usual: Role): readonly Person[] {
  const found = new Map<string, Person>();
  for (const line of text.split(/\r?\n/)) {
    for (const person of readLine(line, usual)) {
      const key = `${person.role} ${person.name.toLowerCase()}`;
      if (found.size < MOST && !found.has(key)) found.set(key, person);
    }
  }
  return [...found.values()];
}
