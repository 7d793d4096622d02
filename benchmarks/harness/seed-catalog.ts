import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { sortKey } from '../../apps/server/src/core/rules/text/sort-key.ts';
import { type Database, openDatabase, type Tx } from '../../apps/server/src/db/open.ts';

const WORDS = [
  'amber',
  'bridge',
  'cinder',
  'delta',
  'ember',
  'falcon',
  'garden',
  'harbor',
  'iris',
  'jade',
  'kite',
  'lantern',
];
const BOOKS_A_SERIES = 50;
const BATCH = 500;
const NOW = 1_750_000_000_000;

/** A UUID derived from the text. */
function deriveId(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

function buildWords(index: number): string {
  const word = (shift: number): string => WORDS[Math.floor(index / WORDS.length ** shift) % WORDS.length] ?? '';
  return `${word(0)} ${word(1)} ${word(2)}`;
}

export type TitleBuilder = (series: number) => string;

/** What the file of a book says about people and cast, as stored. */
export interface StatedCredits {
  readonly authors: string;
  readonly publisher: string;
  readonly embedded: string;
}

/** Shape of a catalog; by default few words repeated, 50 books a series. */
export interface CatalogShape {
  readonly titleOf?: TitleBuilder | undefined;
  readonly booksASeries?: number | undefined;
  /** @param index of the book */
  readonly stateCredits?: ((index: number, booksASeries: number) => StatedCredits) | undefined;
}

async function writeSeries(tx: Tx, libraryId: string, index: number, titleOf: TitleBuilder): Promise<void> {
  const title = titleOf(index);
  await tx.write
    .insertInto('series')
    .values({
      id: deriveId(`series ${String(index)}`),
      libraryId,
      name: title,
      path: title,
      title,
      titleSort: null,
      sortKey: sortKey(title),
      summary: `A tale of ${title}`,
      publisher: 'Bench',
      year: 2000 + (index % 25),
      status: 'ongoing',
      readingDirection: null,
      createdAt: NOW + index,
      updatedAt: NOW + index,
    })
    .execute();
}

interface Made {
  readonly titleOf: TitleBuilder;
  readonly booksASeries: number;
}

function bookRow(libraryId: string, index: number, { titleOf, booksASeries }: Made) {
  const series = Math.floor(index / booksASeries);
  const number = (index % booksASeries) + 1;
  const title = `${titleOf(series)} v${String(number).padStart(2, '0')}`;
  return {
    id: deriveId(`book ${String(index)}`),
    libraryId,
    seriesId: deriveId(`series ${String(series)}`),
    path: `${titleOf(series)}/${title}.cbz`,
    fileName: `${title}.cbz`,
    fileSize: 40_000_000 + index,
    fileModifiedAt: NOW,
    fileFormat: 'cbz',
    fileHash: createHash('sha256').update(title).digest('hex'),
    fingerprint: createHash('md5').update(title).digest('hex'),
    koreaderHash: createHash('md5').update(title).digest('hex'),
    state: 'ready',
    layout: 'pages',
    pageCount: 180 + (index % 40),
    title,
    titleSort: null,
    sortKey: sortKey(title),
    number: String(number),
    numberSort: number,
    volume: number,
    chapter: null,
    coverKey: null,
    coverColor: '#335577',
    deletedAt: null,
    analyzedAt: NOW,
    createdAt: NOW + index,
    updatedAt: NOW + index,
  };
}

function metadataRow(index: number, credits?: StatedCredits) {
  return {
    id: deriveId(`metadata ${String(index)}`),
    bookId: deriveId(`book ${String(index)}`),
    title: null,
    summary: `Volume ${String(index)} of a long story that goes on for a good while, as such stories do.`,
    authors: JSON.stringify([{ name: `Writer ${String(index % 500)}`, role: 'writer', sortName: null }]),
    awards: '[]',
    locks: '[]',
    createdAt: NOW,
    updatedAt: NOW,
    ...credits,
  };
}

/** Few words, many times over. */
const plainTitle: TitleBuilder = (series) => `${buildWords(series)} ${String(series)}`;

/** Fills an empty database with `books` books in one library. */
export async function fillCatalog(db: Database, books: number, shape: CatalogShape = {}): Promise<void> {
  const { titleOf = plainTitle, booksASeries = BOOKS_A_SERIES, stateCredits } = shape;
  const libraryId = deriveId('library');
  await db.transaction(async (tx) => {
    await tx.write
      .insertInto('library')
      .values({
        id: libraryId,
        name: 'Bench',
        sortKey: 'bench',
        path: '/nowhere/bench',
        isActive: 1,
        allowFileDeletion: 0,
        allowUploads: 0,
        kind: 'mixed',
        defaultReadingDirection: 'ltr',
        bookStrategy: 'filename',
        numberStrategy: 'file_order',
        seriesStrategy: 'series_volume',
        scanningConfig: JSON.stringify({
          enabled: false,
          cronSchedule: null,
          cronTimezone: null,
          scanMode: 'normal',
          scanOnStart: false,
          purgeDeletedOnScan: false,
        }),
        createdAt: NOW,
        updatedAt: NOW,
      })
      .execute();
    for (let index = 0; index < books / booksASeries; index += 1) {
      await writeSeries(tx, libraryId, index, titleOf);
    }
  });
  for (let start = 0; start < books; start += BATCH) {
    const indexes = Array.from({ length: Math.min(BATCH, books - start) }, (_, offset) => start + offset);
    await db.transaction(async (tx) => {
      await tx.write
        .insertInto('book')
        .values(indexes.map((index) => bookRow(libraryId, index, { titleOf, booksASeries })))
        .execute();
      const metadata = indexes.map((index) => metadataRow(index, stateCredits?.(index, booksASeries)));
      await tx.write.insertInto('bookMetadata').values(metadata).execute();
    });
  }
}

/** A SQLite data directory with such a catalog. */
export async function seedCatalog(dataDir: string, books: number, shape?: CatalogShape): Promise<void> {
  mkdirSync(dataDir, { recursive: true });
  const { db } = await openDatabase({ kind: 'sqlite', path: join(dataDir, 'lectern.db') });
  await fillCatalog(db, books, shape);
  await db[Symbol.asyncDispose]();
}
