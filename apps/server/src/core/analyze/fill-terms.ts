import type { EmbeddedMetadata } from '@lectern/formats';
import type { Tx } from '#db/open.ts';
import { listExternals, writeExternals } from '#db/repos/externals.repo.ts';
import type { Json } from '#db/repos/metadata-states.repo.ts';
import { type TermOwner, writeTerms } from '#db/repos/terms.repo.ts';
import { mergeLinks } from './merge-links.ts';

/**
 * Gives a book or series the pages that its files name.
 * @returns whether it had others
 */
export async function fillLinks(tx: Tx, owner: TermOwner, links: EmbeddedMetadata['links']): Promise<boolean> {
  const rows = await listExternals(tx.read, 'externalLinks', owner.kind, [owner.id]);
  const known = rows.map(({ ownerId: _ownerId, ...item }): Json => ({ ...item }));
  const wanted = mergeLinks(known, links, Date.now());
  if (JSON.stringify(wanted) === JSON.stringify(known)) return false;
  // Made of stored items and new ones of the same shape.
  await writeExternals(tx, 'externalLinks', owner, wanted as unknown as Parameters<typeof writeExternals>[3]);
  return true;
}

/**
 * Gives a book the genres, tags and links that its file names, where no person chose others. What its series has follows by
 * itself.
 * @param tx one that holds the library
 * @param locks names of the book's locks that are set
 */
export async function fillTerms(
  tx: Tx,
  bookId: string,
  { genres = [], tags = [], links }: EmbeddedMetadata,
  locks: ReadonlySet<string>,
): Promise<void> {
  const owner = { kind: 'book', id: bookId } as const;
  if (!locks.has('genreLock')) await writeTerms(tx, 'genre', owner, genres);
  if (!locks.has('tagsLock')) await writeTerms(tx, 'tag', owner, tags);
  if (!locks.has('externalLinksLock')) await fillLinks(tx, owner, links);
}
