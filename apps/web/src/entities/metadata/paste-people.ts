import { type AuthorRole as Role, ROLES } from '#entities/credit/roles.ts';

/** A contributor in the shape of the API. */
export interface Person {
  readonly name: string;
  readonly role: Role;
  readonly sortName: string | null;
}

const MOST = 500;

/** Keeps letters of any script. */
function plain(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{M}]/gu, '');
}

/** English words of roles; those of the chosen language are the labels. */
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
  lettering: 'letterer',
  cover: 'cover_artist',
  covers: 'cover_artist',
  edits: 'editor',
  translation: 'translator',
};

/** Undefined for an unknown role. */
function findRole(word: string): Role | undefined {
  const key = plain(word);
  if (key === '') return undefined;
  return ROLES.find(([role, words]) => plain(role) === key || plain(words) === key)?.[0] ?? OTHER_WORDS[key];
}

/** "Ann Lee (inks)", "Inks: Ann Lee, Bo", "Ann Lee - inker". */
function readLine(line: string, usual: Role): readonly Person[] {
  const before = /^([^:]{2,20}):(.+)$/.exec(line);
  const lineRole = before === null ? undefined : findRole(before[1] ?? '');
  const names = lineRole === undefined ? line : (before?.[2] ?? '');
  return names.split(/[,;|\t]/).flatMap((part) => {
    const after = /^(.+?)\s*(?:\(([^()]{2,20})\)|\s[-–—]\s*([^-–—]{2,20}))\s*$/.exec(part.trim());
    const said = after === null ? undefined : findRole(after[2] ?? after[3] ?? '');
    const name = (said === undefined ? part : (after?.[1] ?? part)).trim().replace(/\s+/g, ' ');
    return name === '' ? [] : [{ name, role: said ?? lineRole ?? usual, sortName: null }];
  });
}

/**
 * Parses pasted names: one or several per line, roles in brackets, after a dash or before a colon.
 * @param usual role of names without one
 * @returns each name and role once, at most 500
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
