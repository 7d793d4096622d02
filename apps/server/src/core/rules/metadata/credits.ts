import { Author } from '@lectern/contract';
import { z } from 'zod';

const DIALECT_ROLES: Readonly<Partial<Record<string, string>>> = { cover_artist: 'cover', co_author: 'co-author' };
const OWN_ROLES = new Map(Object.entries(DIALECT_ROLES).map(([own, dialect]) => [dialect ?? '', own]));

/** A role in Komga's dialect. */
export function dialectRole(role: string): string {
  return DIALECT_ROLES[role] ?? role;
}

/** A role of Komga's dialect as it is stored. */
export function ownRole(role: string): string {
  const name = role.trim().toLowerCase();
  return OWN_ROLES.get(name) ?? name;
}

/** An author in Komga's dialect. */
export interface Credit {
  readonly name: string;
  readonly role: string;
}

const Authors = z
  .string()
  .transform((text): unknown => JSON.parse(text))
  .pipe(z.array(Author))
  .catch([]);

/** Authors in Komga's dialect, each role of each name once. */
export function toCredits(authors: readonly { readonly name: string; readonly role: string }[]): Credit[] {
  const byText = new Map(
    authors.map(({ name, role }) => [JSON.stringify([name, role]), { name, role: dialectRole(role) }]),
  );
  return [...byText.values()];
}

/** Parses stored lists of authors. @param texts JSON */
export function parseCredits(texts: readonly string[]): Credit[] {
  return toCredits(texts.flatMap((text) => Authors.parse(text)));
}
