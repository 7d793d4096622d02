import type { EmbeddedMetadata } from '@lectern/formats';
import type { Tx } from '#db/open.ts';
import { writeTerms } from '#db/repos/terms.repo.ts';

/**
 * Gives a book the genres and tags that its file names, where no person chose others. What its series has follows by itself.
 * @param tx one that holds the library
 * @param locks names of the book's locks that are set
 */
export async function fillTerms(
  tx: Tx,
  bookId: string,
  { genres = [], tags = [] }: EmbeddedMetadata,
  locks: ReadonlySet<string>,
): Promise<void> {
  const owner = { kind: 'book', id: bookId } as const;
  if (!locks.has('genreLock')) await writeTerms(tx, 'genre', owner, genres);
  if (!locks.has('tagsLock')) await writeTerms(tx, 'tag', owner, tags);
}
