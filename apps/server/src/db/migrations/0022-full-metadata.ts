import { randomUUIDv7 } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { z } from 'zod';
import type { ColumnTypes } from '../sql/dialect.ts';

type Db = Kysely<unknown>;

const PAGE_ROWS = 500;
const INSERT_ROWS = 500;
const Link = z.object({ source: z.string(), url: z.string() });
const Embedded = z.object({ links: z.array(Link).optional() }).catch({});
const Said = z.object({ comicVineId: z.number().optional() }).catch({});

async function widenSeries(db: Db, types: ColumnTypes): Promise<void> {
  await db.schema.alterTable('series').addColumn('imprint', 'text').execute();
  await db.schema.alterTable('series').addColumn('ageRating', 'integer').execute();
  await db.schema.alterTable('series').addColumn('language', 'text').execute();
  await db.schema.alterTable('series').addColumn('totalVolumeCount', 'integer').execute();
  await db.schema.alterTable('series').addColumn('totalChapterCount', types.real).execute();
  await db.schema.alterTable('series').addColumn('customMetadata', 'text').execute();
  await db.schema
    .alterTable('series')
    .addColumn('authors', 'text', (column) => column.notNull().defaultTo('[]'))
    .execute();
}

/** Columns shared by outside data of a book or series. */
function createExternal(db: Db, name: string, types: ColumnTypes) {
  return db.schema
    .createTable(name)
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('seriesId', 'text', (column) => column.references('series.id').onDelete('cascade'))
    .addColumn('source', types.key, (column) => column.notNull())
    .addColumn('createdAt', 'bigint', (column) => column.notNull())
    .addColumn('updatedAt', 'bigint', (column) => column.notNull());
}

async function indexOwners(db: Db, name: string, owners: readonly string[]): Promise<void> {
  for (const owner of owners) {
    await db.schema
      .createIndex(`${name}Of${owner === 'bookId' ? 'Book' : 'Series'}`)
      .on(name)
      .columns([owner, 'source'])
      .unique()
      .where(sql.ref(owner), 'is not', null)
      .execute();
  }
}

async function createExternals(db: Db, types: ColumnTypes): Promise<void> {
  await createExternal(db, 'externalId', types)
    .addColumn('bookId', 'text', (column) => column.references('book.id').onDelete('cascade'))
    .addColumn('externalId', 'text', (column) => column.notNull())
    .addColumn('externalUrl', 'text')
    .addColumn('metadataHash', 'text')
    .addColumn('lastSyncedAt', 'bigint')
    .execute();
  await indexOwners(db, 'externalId', ['bookId', 'seriesId']);
  await createExternal(db, 'externalLink', types)
    .addColumn('bookId', 'text', (column) => column.references('book.id').onDelete('cascade'))
    .addColumn('url', 'text', (column) => column.notNull())
    .addColumn('externalId', 'text')
    .execute();
  await indexOwners(db, 'externalLink', ['bookId', 'seriesId']);
  await createExternal(db, 'externalRating', types)
    .addColumn('rating', types.real, (column) => column.notNull())
    .addColumn('voteCount', 'integer')
    .addColumn('fetchedAt', 'bigint', (column) => column.notNull())
    .execute();
  await indexOwners(db, 'externalRating', ['seriesId']);
  await db.schema
    .createTable('alternateTitle')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('seriesId', 'text', (column) => column.notNull().references('series.id').onDelete('cascade'))
    .addColumn('label', 'text', (column) => column.notNull())
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('createdAt', 'bigint', (column) => column.notNull())
    .addColumn('updatedAt', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('alternateTitleOfSeries').on('alternateTitle').columns(['seriesId', 'id']).execute();
}

async function createAliases(db: Db, types: ColumnTypes): Promise<void> {
  for (const kind of ['genre', 'tag']) {
    await db.schema
      .createTable(`${kind}Alias`)
      .addColumn('nameKey', types.key, (column) => column.primaryKey())
      .addColumn('termId', 'text', (column) => column.notNull().references(`${kind}.id`).onDelete('cascade'))
      .execute();
    await db.schema.createIndex(`${kind}AliasOf`).on(`${kind}Alias`).column('termId').execute();
  }
}

type NewLink = readonly [id: string, owner: string, source: string, url: string, externalId: string | null];

async function insertLinks(db: Db, owner: 'bookId' | 'seriesId', links: readonly NewLink[]): Promise<void> {
  const now = Date.now();
  for (let index = 0; index < links.length; index += INSERT_ROWS) {
    const rows = links.slice(index, index + INSERT_ROWS).map((link) => sql`(${sql.join([...link, now, now])})`);
    await sql`insert into "externalLink"
      ("id", ${sql.ref(owner)}, "source", "url", "externalId", "createdAt", "updatedAt")
      values ${sql.join(rows)}`.execute(db);
  }
}

interface Stored {
  readonly bookId: string;
  readonly embedded: string | null;
}

/** The links in the file of a book, the first of each source. */
function readLinks({ bookId, embedded }: Stored): NewLink[] {
  const bySource = new Map<string, string>();
  for (const { source, url } of Embedded.parse(JSON.parse(embedded ?? '{}')).links ?? []) {
    if (!bySource.has(source)) bySource.set(source, url);
  }
  return [...bySource].map(([source, url]) => [randomUUIDv7(), bookId, source, url, null]);
}

async function fillBooks(db: Db): Promise<void> {
  for (let after = ''; ; ) {
    const { rows } = await sql<Stored>`
      select "bookId", "embedded" from "bookMetadata" where "bookId" > ${after} order by "bookId" limit ${PAGE_ROWS}
    `.execute(db);
    const links = rows.flatMap(readLinks);
    await insertLinks(db, 'bookId', links);
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE_ROWS) return;
    after = last.bookId;
  }
}

async function fillSeries(db: Db): Promise<void> {
  const { rows } = await sql<{ readonly seriesId: string; readonly jsonContent: string }>`
    select "seriesId", "jsonContent" from "seriesSidecar" where "jsonContent" is not null`.execute(db);
  const links = rows.flatMap(({ seriesId, jsonContent }): NewLink[] => {
    const { comicVineId } = Said.parse(JSON.parse(jsonContent));
    if (comicVineId === undefined) return [];
    const number = String(comicVineId);
    const url = `https://comicvine.gamespot.com/volume/4050-${number}/`;
    return [[randomUUIDv7(), seriesId, 'comicvine', url, null]];
  });
  await insertLinks(db, 'seriesId', links);
}

/** Further metadata of series, and outside ids of books and series. */
export async function addFullMetadata(db: Db, types: ColumnTypes): Promise<void> {
  await widenSeries(db, types);
  await createExternals(db, types);
  await createAliases(db, types);
  await fillBooks(db);
  await fillSeries(db);
}
