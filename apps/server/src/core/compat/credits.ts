import { Author } from '@lectern/contract';
import { z } from 'zod';
import { dialectRole } from './roles.ts';

/** Somebody with their part, as the dialect has it. */
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
