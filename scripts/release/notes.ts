import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Kinds of changes, those that need attention first. */
const TITLES = {
  breaking: 'Breaking',
  security: 'Security',
  added: 'Added',
  changed: 'Changed',
  fixed: 'Fixed',
} as const;

function isKind(text: string): text is keyof typeof TITLES {
  return Object.hasOwn(TITLES, text);
}

/** A change note as a folder has it: the kind, an empty line, and sentences to users. */
export interface ChangeNote {
  readonly kind: keyof typeof TITLES;
  readonly text: string;
}

/** Parses a change note. @throws {Error} the kind is unknown, or the text is missing */
export function parseNote(file: string, content: string): ChangeNote {
  const [kind = '', ...lines] = content.trim().split('\n');
  const text = lines.join(' ').replaceAll(/\s+/g, ' ').trim();
  if (!isKind(kind.trim()))
    throw new Error(`${file} begins with "${kind}", expected one of ${Object.keys(TITLES).join(', ')}`);
  if (text === '') throw new Error(`${file} says nothing`);
  return { kind: kind.trim() as keyof typeof TITLES, text };
}

/** Release notes in Markdown, one list a kind. */
export function formatNotes(version: string, notes: readonly ChangeNote[]): string {
  const sections = Object.entries(TITLES).flatMap(([kind, title]) => {
    const lines = notes.filter((note) => note.kind === kind).map(({ text }) => `- ${text}`);
    return lines.length === 0 ? [] : [`## ${title}\n\n${lines.join('\n')}`];
  });
  return `${[`# Lectern ${version}`, ...sections].join('\n\n')}\n`;
}

/** Notes of every change since the last release, in order of their files. */
export async function readNotes(): Promise<ChangeNote[]> {
  const folder = join(import.meta.dirname, '../../.changes');
  const names = (await readdir(folder)).filter((name) => name.endsWith('.md')).toSorted();
  return Promise.all(names.map(async (name) => parseNote(name, await readFile(join(folder, name), 'utf8'))));
}
