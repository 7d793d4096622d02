import { randomUUIDv7 } from 'node:crypto';
import type { Insertable } from 'kysely';
import { sortKey } from '#core/rules/text/sort-key.ts';
import { applyIndexChanges } from '#core/catalog/search/apply-index-changes.ts';
import type { Tx } from '#db/open.ts';
import { writeTerms } from '#db/repos/rows/terms.repo.ts';
import type { BookMetadataTable, BookTable } from '#db/schema/index.ts';
import type { Context } from '#index.ts';
import { newShelf } from './shelf.ts';

const LIBRARIES = 3;
const BOOKS_A_SERIES = 40;
const BATCH = 200;
const START = Date.UTC(2026, 0, 1);

/** What names and texts may hold: signs of markup, half characters, characters that XML has no place for, long words. */
const ODD = [
  'plain',
  'Q & A <b>"bold"</b>',
  "it's ]]> over",
  'half \ud83d sign',
  'bell \u0007 and \uffff',
  '進撃の巨人 📖',
  'مرحبا RTL',
  'tab\tand\nline',
  'x'.repeat(300),
  'a/b?c=d#e%20',
] as const;
const FORMATS = ['cbz', 'cbr', 'epub', 'pdf'] as const;
const LANGUAGES = [null, 'en', 'en_US', 'zh-Hant-TW', 'not a language', ''] as const;
const ISBNS = [null, '9780306406157', '978-0-306-40615-7; 080442957X', 'none'] as const;

function nth<Value>(values: readonly Value[], index: number): Value {
  const value = values[index % values.length];
  if (value === undefined) throw new Error('Expected values');
  return value;
}

function makeBook(
  index: number,
  place: { readonly libraryId: string; readonly seriesId: string },
): Insertable<BookTable> {
  const id = randomUUIDv7();
  const format = nth(FORMATS, index);
  const title = index % 17 === 0 ? nth(ODD, index) : `Book ${String(index)} ${nth(ODD, index * 7)}`;
  const at = START + index * 1_000;
  return {
    ...{ ...place, id, path: `${place.seriesId}/${String(index)} ${nth(ODD, index).replaceAll('/', '_')}.${format}` },
    ...{ fileName: `${String(index)}.${format}`, fileSize: index % 13 === 0 ? 0 : 1_000 + index, fileModifiedAt: at },
    ...{ fileFormat: format, fingerprint: id, state: 'ready', layout: format === 'epub' ? 'reflowable' : 'pages' },
    ...{ pageCount: index % 11, title, sortKey: sortKey(title), number: index % 3 === 0 ? null : String(index) },
    ...{ analyzedAt: at, createdAt: at, updatedAt: at, deletedAt: index % 50 === 49 ? at : null },
  };
}

function makeMetadata(index: number, bookId: string, books: number): Insertable<BookMetadataTable> {
  const role = index % 2 === 0 ? 'writer' : 'cover_artist';
  const people = [`Writer ${String(index % Math.ceil(books / 4))}`, nth(ODD, index), nth(ODD, index)];
  return {
    ...{ id: randomUUIDv7(), bookId, summary: index % 5 === 0 ? null : nth(ODD, index * 3), awards: '[]', locks: '[]' },
    authors: JSON.stringify(people.map((name) => ({ name: name.toWellFormed(), role, sortName: null }))),
    ...{ publisher: `House ${String(index % 60)}`, languageIso: nth(LANGUAGES, index), isbns: nth(ISBNS, index) },
    ...{
      year: nth([null, 0, 1999, 2026, 12_345], index),
      month: nth([null, 2, 12], index),
      day: nth([null, 30], index),
    },
    ...{ seriesPosition: nth([null, 1.5, -1], index), createdAt: START, updatedAt: START },
  };
}

async function writeBatch(
  tx: Tx,
  indexes: readonly number[],
  books: number,
  seriesIds: readonly (readonly string[])[],
) {
  const rows = indexes.map((index) => {
    const [libraryId = '', seriesId = ''] = nth(seriesIds, Math.floor(index / BOOKS_A_SERIES));
    return { index, row: makeBook(index, { libraryId, seriesId }) };
  });
  await tx.write
    .insertInto('book')
    .values(rows.map(({ row }) => row))
    .execute();
  await tx.write
    .insertInto('bookMetadata')
    .values(rows.map(({ index, row }) => makeMetadata(index, row.id, books)))
    .execute();
  for (const { index, row } of rows) {
    if (index % 4 !== 0) continue;
    await writeTerms(tx, 'genre', { kind: 'book', id: row.id }, [`Genre ${String(index % 56)}`]);
    await writeTerms(tx, 'tag', { kind: 'book', id: row.id }, [
      nth(ODD, index).toWellFormed().replaceAll('\u0007', ''),
    ]);
  }
}

/**
 * Rows of a catalog of `books` books without files, of everything that feeds have to word: all formats, odd names, missing and
 * meaningless values, deleted books. The index of names is up to date when it returns.
 */
export async function fillWideCatalog(context: Context, books: number): Promise<void> {
  const series: [string, string][] = [];
  for (let library = 0; library < LIBRARIES; library += 1) {
    const shelf = await newShelf({ context }, { name: `Library ${nth(ODD, library)}` });
    for (let index = 0; index < books / BOOKS_A_SERIES / LIBRARIES; index += 1) {
      const title = `Series ${String(index)} ${nth(ODD, index)}`;
      series.push([shelf.libraryId, await shelf.addSeries(title, { path: String(index) })]);
    }
  }
  for (let start = 0; start < books; start += BATCH) {
    const indexes = Array.from({ length: Math.min(BATCH, books - start) }, (_, offset) => start + offset);
    await context.db.transaction(async (tx) => writeBatch(tx, indexes, books, series));
  }
  while (await applyIndexChanges(context, BATCH));
}
