import { randomUUIDv7 } from 'node:crypto';
import { sortKey } from '#core/rules/text/sort-key.ts';
import { rebuildSearch } from '#core/catalog/search/index-upkeep.ts';
import { chunked } from '#db/sql/dialect.ts';
import type { Tx } from '#db/open.ts';
import type { Shelf } from './shelf.ts';
import type { TestServer } from './start-server.ts';

/** Puts books without files into a series, and returns their ids. */
export async function writeManyBooks(
  tx: Tx,
  { libraryId }: Pick<Shelf, 'libraryId'>,
  seriesId: string,
  titles: readonly string[],
): Promise<string[]> {
  const rows = titles.map((title) => ({
    ...{ id: randomUUIDv7(), libraryId, seriesId, path: `${title}.cbz`, fileName: `${title}.cbz`, fileSize: 1 },
    ...{ fileModifiedAt: 0, fileFormat: 'cbz', state: 'ready', layout: 'pages', pageCount: 1 },
    ...{ title, sortKey: sortKey(title), analyzedAt: 0, fingerprint: title, createdAt: 0, updatedAt: 0 },
  }));
  for (const some of chunked(rows)) await tx.write.insertInto('book').values(some).execute();
  return rows.map(({ id }) => id);
}

/** Indexes everything: a search waits for a part of very much only. */
export async function indexAll({ context }: TestServer): Promise<void> {
  const signal = new AbortController().signal;
  const run = { taskId: '', earlier: null, report: () => undefined, shouldYield: async () => false, signal };
  await rebuildSearch(context, run);
}
