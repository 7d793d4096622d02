import type { EmbeddedMetadata } from '@lectern/formats';
import type { Tx } from '#db/open.ts';
import { addExternals, listExternals, writeExternals } from '#db/repos/metadata/externals.repo.ts';
import { addTerms, type TermKind, type TermOwner, writeTerms } from '#db/repos/metadata/terms.repo.ts';
import { mergeLinks } from './merge-links.ts';

/**
 * Gives a book or series the pages that its files name.
 * @returns whether it had others
 */
export async function fillLinks(tx: Tx, owner: TermOwner, links: EmbeddedMetadata['links']): Promise<boolean> {
  const rows = await listExternals(tx.read, 'externalLinks', owner.kind, [owner.id]);
  const known = rows.map(({ ownerId: _ownerId, ...item }) => item);
  const wanted = mergeLinks(known, links, Date.now());
  if (JSON.stringify(wanted) === JSON.stringify(known)) return false;
  await writeExternals(tx, 'externalLinks', owner, wanted);
  return true;
}

/** What a book has so far; 1 or 0 each. */
export interface BookTerms {
  readonly id: string;
  readonly hasGenres: number;
  readonly hasTags: number;
  readonly hasLinks: number;
}

/**
 * Gives a book the genres, tags and links that its file names, where no person chose others. What its series has follows by
 * itself.
 * @param tx one that holds the library
 * @param locks names of the book's locks that are set
 */
export async function fillTerms(
  tx: Tx,
  { id, hasGenres, hasTags, hasLinks }: BookTerms,
  { genres = [], tags = [], links = [] }: EmbeddedMetadata,
  locks: ReadonlySet<string>,
): Promise<void> {
  const owner = { kind: 'book', id } as const;
  const fill = async (kind: TermKind, names: readonly string[], has: number): Promise<void> => {
    await (has === 1 ? writeTerms(tx, kind, owner, names) : addTerms(tx, kind, owner, names));
  };
  if (!locks.has('genreLock')) await fill('genre', genres, hasGenres);
  if (!locks.has('tagsLock')) await fill('tag', tags, hasTags);
  if (locks.has('externalLinksLock')) return;
  if (hasLinks === 1) await fillLinks(tx, owner, links);
  else await addExternals(tx, 'externalLinks', owner, mergeLinks([], links, Date.now()));
}
