import { Author } from '@lectern/contract';
import { z } from 'zod';

/** What the dialect calls a user's part in a book, where it is called otherwise here. */
const DIALECT_ROLES: Readonly<Partial<Record<string, string>>> = { cover_artist: 'cover', co_author: 'co-author' };
const OWN_ROLES = new Map(Object.entries(DIALECT_ROLES).map(([own, dialect]) => [dialect ?? '', own]));

/** A role in the dialect's words, lower case. */
export function dialectRole(role: string): string {
  return DIALECT_ROLES[role] ?? role;
}

/** A role of the dialect in the words that are stored. */
export function ownRole(role: string): string {
  const name = role.trim().toLowerCase();
  return OWN_ROLES.get(name) ?? name;
}

/** A user with their part, as the dialect has it. */
export interface Credit {
  readonly name: string;
  readonly role: string;
}

const Authors = z
  .string()
  .transform((text): unknown => JSON.parse(text))
  .pipe(z.array(Author))
  .catch([]);

/** People as the dialect has them, each part of each once, in their order. */
export function toCredits(authors: readonly { readonly name: string; readonly role: string }[]): Credit[] {
  const byText = new Map(
    authors.map(({ name, role }) => [JSON.stringify([name, role]), { name, role: dialectRole(role) }]),
  );
  return [...byText.values()];
}

/** The same of stored lists of people. @param texts JSON */
export function parseCredits(texts: readonly string[]): Credit[] {
  return toCredits(texts.flatMap((text) => Authors.parse(text)));
}
