import { z } from 'zod';
import type { PlacedFile } from './place-in-series.ts';

const Authors = z.array(z.object({ name: z.string(), role: z.string() })).catch([]);
/** Roles that count as the author, the first one first. */
const AUTHOR_ROLES = ['author', 'writer'];

/**
 * What the metadata of a book says of its series.
 * @param metadata columns of its row: `authors` is a JSON array of `{name, role}`
 */
export function statedBy({
  series,
  authors,
}: {
  readonly series: string | null;
  readonly authors: string;
}): Omit<PlacedFile, 'path'> {
  const known = Authors.parse(JSON.parse(authors));
  const author = AUTHOR_ROLES.map((role) => known.find((one) => one.role === role)).find((one) => one !== undefined);
  return { statedSeries: series, statedAuthor: author?.name ?? null };
}
