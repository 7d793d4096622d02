import { randomUUIDv7 } from 'node:crypto';
import { ensureSharingTags } from '#core/people/sharing-tags.ts';
import { newTagAction } from '#core/people/tag-audit.ts';
import { writeSeriesSharingTags } from '#db/repos/people/sharing-tags.repo.ts';
import { writeTerms } from '#db/repos/rows/terms.repo.ts';
import type { Viewer } from '#core/viewer.ts';
import { newShelf, type Shelf } from './shelf.ts';
import type { TestServer } from './start-server.ts';

/** A series as the model of filters knows it. */
export interface ModelSeries {
  readonly id: string;
  readonly libraryId: string;
  readonly title: string;
  readonly titleSort: string | null;
  readonly summary: string | null;
  readonly publisher: string | null;
  readonly status: string;
  readonly year: number | null;
  readonly path: string;
  readonly imprint: string | null;
  readonly language: string | null;
  readonly ageRating: number | null;
  readonly totalVolumeCount: number | null;
  readonly totalChapterCount: number | null;
  readonly authors: readonly string[];
  readonly sharingTags: readonly string[];
  readonly hasId: boolean;
  readonly isCollected: boolean;
  readonly isTracked: boolean;
  readonly isWanted: boolean;
  /** By the viewer, and by others. */
  readonly rating: number | null;
  readonly otherRating: number | null;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** A book as the model of filters knows it; reading is that of the viewer. */
export interface ModelBook {
  readonly id: string;
  readonly seriesId: string;
  readonly libraryId: string;
  readonly libraryPath: string;
  readonly title: string;
  readonly titleSort: string | null;
  readonly path: string;
  readonly fileFormat: string;
  readonly fileSize: number;
  readonly pageCount: number;
  readonly state: string;
  readonly numberSort: number | null;
  readonly isDeleted: boolean;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly metadata: {
    readonly summary: string | null;
    readonly publisher: string | null;
    readonly languageIso: string | null;
    readonly bookType: string | null;
    readonly year: number | null;
    readonly authors: readonly string[];
  } | null;
  readonly genres: readonly string[];
  readonly tags: readonly string[];
  readonly hasError: boolean;
  readonly isListed: boolean;
  readonly isWanted: boolean;
  readonly progress: { readonly completed: boolean; readonly updatedAt: number } | null;
}

/** Texts that look alike, and texts that mean something to databases. */
export const TEXTS = [
  '',
  'Éclair',
  'e\u0301CLAIR',
  'éclair 100%',
  'a_b',
  'AxB',
  '100% wool',
  String.raw`back\slash`,
  "it's [one]*?",
  'it"s (two)^$',
  'Straße',
  'İstanbul',
  'ΣΟΦΟΣ σοφος',
  'ЖУК жук',
  '進撃の巨人',
  'K sign \u212a',
  'Line\nbreak',
  '🐈 cats',
];
export const NAMES = ['Drama', 'drámа', 'Sci-Fi', 'science fiction', 'Über  Cool', '百合', '100%'];
export const NUMBERS = [0, 1, 2.5, 7, 1999, 2020, -3];
/** Epoch milliseconds around a day. */
export const TIMES = [
  '2026-01-31T00:00:00.000Z',
  '2026-01-31T12:00:00.001Z',
  '2026-01-31T23:59:59.999Z',
  '2026-02-01T00:00:00.000Z',
];

/** The n-th of some values, spread so that fields do not go hand in hand. */
function pick<Value>(values: readonly Value[], row: number, field: number): Value {
  const at = Math.abs(Math.imul(row * 31 + field * 17 + 7, 0x9e37_79b1) >>> 8) % values.length;
  const value = values[at];
  if (value === undefined) throw new Error('nothing to pick from');
  return value;
}

function pickSome(values: readonly string[], row: number, field: number): string[] {
  const count = pick([0, 1, 1, 2], row, field);
  return [...new Set(Array.from({ length: count }, (_, index) => pick(values, row, field + 100 + index)))];
}

const OTHER_ID = '01a1fd6f-0000-75f4-9695-181ffb188bdd';
const orNull = <Value>(values: readonly Value[]): readonly (Value | null)[] => [...values, null, null];

/** Where books go, and who has read some of them. */
interface Shelving {
  readonly server: TestServer;
  readonly shelf: Shelf;
  readonly userId: string;
}

async function addBook({ server, shelf, userId }: Shelving, series: ModelSeries, row: number): Promise<ModelBook> {
  const { db } = server.context;
  const book = {
    titleSort: pick(orNull(TEXTS), row, 2),
    path: `${series.path}/${row} ${pick(TEXTS, row, 3)}.cbz`,
    fileFormat: pick(['cbz', 'cbr', 'epub', 'pdf'], row, 4),
    fileSize: pick(NUMBERS, row, 5) > 2 ? 5_000_000_000 : 1_000,
    pageCount: Math.abs(Math.trunc(pick(NUMBERS, row, 6))),
    state: pick(['ready', 'ready', 'failed'], row, 7),
    numberSort: pick(orNull(NUMBERS), row, 8),
    createdAt: Date.parse(pick(TIMES, row, 9)),
    updatedAt: Date.parse(pick(TIMES, row, 10)),
  };
  const title = pick(TEXTS, row, 1);
  const isDeleted = row % 11 === 5;
  const id = await shelf.addBook(series.id, title, { ...book, deletedAt: isDeleted ? 1 : null });
  const metadata =
    row % 7 === 3
      ? null
      : {
          summary: pick(orNull(TEXTS), row, 11),
          publisher: pick(orNull(TEXTS), row, 12),
          languageIso: pick([null, 'en', 'EN', 'ja'], row, 13),
          bookType: pick([null, 'manga', 'comic'], row, 14),
          year: pick(orNull([1999, 2020]), row, 15),
          authors: pickSome(TEXTS, row, 16),
        };
  const progress = pick([null, null, true, false], row, 17);
  const readAt = Date.parse(pick(TIMES, row, 18));
  const hasError = row % 5 === 2;
  const [isListed, isWanted] = [row % 6 === 1, row % 4 === 3];
  const genres = pickSome(NAMES, row, 19);
  const tags = pickSome(NAMES, row, 20);
  await db.transaction(async (tx) => {
    if (metadata !== null) {
      const authors = JSON.stringify(metadata.authors.map((name) => ({ name, role: 'writer', sortName: null })));
      const values = { ...metadata, authors, id: randomUUIDv7(), bookId: id, createdAt: 0, updatedAt: 0 };
      await tx.write
        .insertInto('bookMetadata')
        .values({ ...values, awards: '[]', locks: '[]' })
        .execute();
    }
    if (progress !== null) {
      const values = { id: randomUUIDv7(), userId, bookId: id, currentPage: 1, completed: progress ? 1 : 0 };
      await tx.write
        .insertInto('readProgress')
        .values({ ...values, startedAt: 0, updatedAt: readAt })
        .execute();
    }
    if (hasError) {
      const error = { bookId: id, errorType: 'other', message: 'broken', occurredAt: 0 };
      await tx.write.insertInto('bookError').values(error).execute();
    }
    const at = { position: row, addedAt: 0 };
    if (isListed)
      await tx.write
        .insertInto('readListBook')
        .values({ ...at, readListId: 'list', bookId: id })
        .execute();
    if (isWanted) {
      const wanted = { ...at, id: randomUUIDv7(), userId, seriesId: null, bookId: id };
      await tx.write.insertInto('wantToRead').values(wanted).execute();
    }
    await writeTerms(tx, 'genre', { kind: 'book', id }, genres);
    await writeTerms(tx, 'tag', { kind: 'book', id }, tags);
  });
  return {
    ...book,
    ...{ id, title, isDeleted, metadata, hasError, genres, tags, isListed, isWanted },
    ...{ seriesId: series.id, libraryId: shelf.libraryId, libraryPath: `/nowhere/${shelf.libraryId}` },
    progress: progress === null ? null : { completed: progress, updatedAt: readAt },
  };
}

/** Ids elsewhere, lists and ratings of a series. */
async function markSeries(server: TestServer, series: ModelSeries, userId: string): Promise<void> {
  const { id: seriesId, hasId, isCollected, isTracked, isWanted, rating, otherRating, sharingTags } = series;
  const times = { createdAt: 0, updatedAt: 0 };
  const at = { position: 0, addedAt: 0 };
  await server.context.db.transaction(async (tx) => {
    await ensureSharingTags(tx, newTagAction({ userId, username: 'admin' }), sharingTags);
    await writeSeriesSharingTags(tx, seriesId, sharingTags);
    if (hasId) {
      const elsewhere = { id: randomUUIDv7(), seriesId, source: 'x', externalId: '1', ...times };
      await tx.write.insertInto('externalId').values(elsewhere).execute();
    }
    if (isTracked) {
      const looked = { tracked: 1, trackChapters: 1, trackVolumes: 1, ...times };
      await tx.write
        .insertInto('releaseTracking')
        .values({ ...looked, seriesId })
        .execute();
    }
    if (isCollected) {
      await tx.write
        .insertInto('collectionSeries')
        .values({ ...at, collectionId: 'collection', seriesId })
        .execute();
    }
    if (isWanted) {
      await tx.write
        .insertInto('wantToRead')
        .values({ ...at, id: randomUUIDv7(), userId, seriesId })
        .execute();
    }
    for (const [who, value] of [
      [userId, rating],
      [OTHER_ID, otherRating],
    ] as const) {
      if (value === null) continue;
      const own = { id: randomUUIDv7(), userId: who, seriesId, rating: value, notes: null, ...times };
      await tx.write.insertInto('seriesRating').values(own).execute();
    }
  });
}

/** A user else, and a list of each kind. */
async function addOthers({ context }: TestServer): Promise<void> {
  const times = { createdAt: 0, updatedAt: 0 };
  const list = { name: 'List', nameKey: 'list', sortKey: 'list', ordered: 1, ...times };
  await context.db.transaction(async (tx) => {
    const other = { id: OTHER_ID, username: 'other', usernameKey: 'other', passwordHash: 'none', role: 'reader' };
    const none = { email: null, emailKey: null, lastLoginAt: null, permissions: '[]' };
    const flags = { isActive: 1, hasPassword: 1, emailVerified: 0, mustVerify: 0, allLibraries: 1, secondFactor: 0 };
    const limits = { maxAge: null, showsUnrated: 0 };
    await tx.write
      .insertInto('user')
      .values({ ...other, ...none, ...flags, ...limits, ...times })
      .execute();
    await tx.write
      .insertInto('collection')
      .values({ ...list, id: 'collection' })
      .execute();
    await tx.write
      .insertInto('readList')
      .values({ ...list, id: 'list' })
      .execute();
  });
}

/** What stands on the shelves, and a user who reads. */
export interface FilterShelf {
  readonly viewer: Viewer;
  readonly series: readonly ModelSeries[];
  readonly books: readonly ModelBook[];
}

/** Two libraries of books that differ in every field that filters know, the same on every run but for their ids. */
export async function newFilterShelf(server: TestServer, userId: string): Promise<FilterShelf> {
  await addOthers(server);
  const series: ModelSeries[] = [];
  const books: ModelBook[] = [];
  for (let library = 0; library < 2; library += 1) {
    const shelf = await newShelf(server, { name: `Library ${library}` });
    for (let at = 0; at < 6; at += 1) {
      const row = 1_000 + library * 10 + at;
      const values = {
        titleSort: pick(orNull(TEXTS), row, 1),
        summary: pick(orNull(TEXTS), row, 2),
        publisher: pick(orNull(TEXTS), row, 3),
        status: pick(['ongoing', 'ended', 'unknown'], row, 4),
        year: pick(orNull([1999, 2020]), row, 5),
        path: `Folder ${row}`,
        imprint: pick(orNull(TEXTS), row, 12),
        language: pick([null, 'en', 'ja'], row, 13),
        ageRating: pick(orNull([0, 7, 18]), row, 14),
        totalVolumeCount: pick(orNull([1, 4, 5]), row, 15),
        totalChapterCount: pick(orNull([7, 2.5]), row, 16),
        createdAt: Date.parse(pick(TIMES, row, 6)),
        updatedAt: Date.parse(pick(TIMES, row, 7)),
      };
      const title = pick(TEXTS, row, 8);
      const authors = pickSome(TEXTS, row, 9);
      const stored = JSON.stringify(authors.map((name) => ({ name, role: 'writer', sortName: null })));
      const id = await shelf.addSeries(title, { ...values, authors: stored });
      const marks = {
        hasId: at % 3 === 0,
        isCollected: at % 3 === 1,
        isTracked: at % 4 === 1,
        isWanted: at % 4 === 2,
        rating: pick(orNull([1, 50, 100]), row, 10),
        otherRating: pick(orNull([2, 49]), row, 11),
      };
      const sharingTags = pickSome(NAMES, row, 17);
      const one = { ...values, ...marks, authors, sharingTags, title, libraryId: shelf.libraryId, id };
      await markSeries(server, one, userId);
      series.push(one);
      const count = [6, 1, 4, 7, 2, 5][at] ?? 1;
      for (let book = 0; book < count; book += 1) {
        books.push(await addBook({ server, shelf, userId }, one, library * 100 + at * 10 + book));
      }
    }
  }
  const viewer: Viewer = {
    ...{ userId, username: 'reader', role: 'reader', sessionId: null },
    permissions: new Set(['BooksRead', 'SeriesRead']),
  };
  return { viewer, series, books };
}
