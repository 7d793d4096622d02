import { randomUUIDv7 } from 'node:crypto';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import type { ColumnTypes } from '../sql/dialect.ts';
import { addRowTrigger, nameKey } from '../sql/row-trigger.ts';

type Db = Kysely<unknown>;
type Kind = 'Genre' | 'Tag';

const KINDS: readonly Kind[] = ['Genre', 'Tag'];
const PAGE_ROWS = 500;
/** Rows of one insert: four parameters each, and SQLite takes 32,766. */
const INSERT_ROWS = 1_000;
const Names = z.array(z.string()).catch([]);
const Embedded = z.object({ genres: Names.optional(), tags: Names.optional() }).catch({});

async function createTables(db: Db, types: ColumnTypes, kind: Kind): Promise<void> {
  const terms = kind.toLowerCase();
  const termId = `${terms}Id`;
  await db.schema
    .createTable(terms)
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('nameKey', types.key, (column) => column.notNull().unique())
    .addColumn('createdAt', 'bigint', (column) => column.notNull())
    .execute();
  for (const owner of ['book', 'series'] as const) {
    const links = `${owner}${kind}`;
    await db.schema
      .createTable(links)
      .addColumn(`${owner}Id`, 'text', (column) => column.notNull().references(`${owner}.id`).onDelete('cascade'))
      .addColumn(termId, 'text', (column) => column.notNull().references(`${terms}.id`).onDelete('cascade'))
      .addColumn('position', 'integer', (column) => column.notNull().defaultTo(0))
      .addPrimaryKeyConstraint(`${links}Key`, [`${owner}Id`, termId] as never[])
      .execute();
    await db.schema
      .createIndex(`${links}ByTerm`)
      .on(links)
      .columns([termId, `${owner}Id`] as never[])
      .execute();
  }
}

interface Stored {
  readonly bookId: string;
  readonly genre: string | null;
  readonly locks: string;
  readonly embedded: string | null;
}

/** The value of a book: from its file, unless a user changed it. */
function readNames({ genre, locks, embedded }: Stored): Readonly<Record<Kind, readonly string[]>> {
  const said = Embedded.parse(JSON.parse(embedded ?? '{}'));
  const isLocked = locks.includes('"genreLock"');
  return { Genre: isLocked ? (genre ?? '').split(',') : (said.genres ?? []), Tag: said.tags ?? [] };
}

/** A row of a link table, in the order of its columns. */
type Link = readonly [bookId: string, termId: string, position: number];

/** Collects values of one kind, and stores them a page at a time. */
class Terms {
  readonly #kind: Kind;
  readonly #ids = new Map<string, string>();
  #terms: RawBuilder<unknown>[] = [];
  #links: RawBuilder<unknown>[] = [];

  constructor(kind: Kind) {
    this.#kind = kind;
  }

  link(bookId: string, names: readonly string[]): void {
    const ids = new Set<string>();
    for (const name of names) {
      const key = nameKey(name);
      if (key !== '') ids.add(this.#idOf(key, name.trim()));
    }
    for (const [position, id] of [...ids].entries()) {
      const link: Link = [bookId, id, position];
      this.#links.push(sql`(${sql.join(link)})`);
    }
  }

  async store(db: Db): Promise<void> {
    const kind = this.#kind.toLowerCase();
    const terms = sql`${sql.table(kind)} ("id", "name", "nameKey", "createdAt")`;
    const links = sql`${sql.table(`book${this.#kind}`)} ("bookId", ${sql.ref(`${kind}Id`)}, "position")`;
    for (const rows of inPieces(this.#terms)) await sql`insert into ${terms} values ${sql.join(rows)}`.execute(db);
    for (const rows of inPieces(this.#links)) await sql`insert into ${links} values ${sql.join(rows)}`.execute(db);
    this.#terms = [];
    this.#links = [];
  }

  #idOf(key: string, name: string): string {
    const known = this.#ids.get(key);
    if (known !== undefined) return known;
    const id = randomUUIDv7();
    this.#ids.set(key, id);
    this.#terms.push(sql`(${sql.join([id, name, key, Date.now()])})`);
    return id;
  }
}

function inPieces<Row>(rows: readonly Row[]): Row[][] {
  const count = Math.ceil(rows.length / INSERT_ROWS);
  return Array.from({ length: count }, (_, index) => rows.slice(index * INSERT_ROWS, (index + 1) * INSERT_ROWS));
}

async function fillBooks(db: Db): Promise<void> {
  const kinds = { Genre: new Terms('Genre'), Tag: new Terms('Tag') };
  for (let after = ''; ; ) {
    const { rows } = await sql<Stored>`select "bookId", "genre", "locks", "embedded" from "bookMetadata"
      where "bookId" > ${after} order by "bookId" limit ${PAGE_ROWS}`.execute(db);
    for (const row of rows) {
      const names = readNames(row);
      kinds.Genre.link(row.bookId, names.Genre);
      kinds.Tag.link(row.bookId, names.Tag);
    }
    await kinds.Genre.store(db);
    await kinds.Tag.store(db);
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE_ROWS) return;
    after = last.bookId;
  }
}

/** Names in statements of triggers, which take no parameters. */
function namesFor(kind: Kind) {
  const lock = kind === 'Genre' ? 'genres' : 'tags';
  return {
    books: `"book${kind}"`,
    series: `"series${kind}"`,
    termId: `"${kind.toLowerCase()}Id"`,
    isLocked: (series: string) =>
      `exists (select 1 from "series" as "own" where "own"."id" = ${series} and "own"."locks" like '%"${lock}"%')`,
  };
}

/**
 * Keeps the terms of series equal to those of their live books, unless a user chose others: then the field is locked.
 */
async function keepSeriesInLine(db: Db, database: ColumnTypes['kind'], kind: Kind): Promise<void> {
  const { books, series, termId, isLocked } = namesFor(kind);
  const add = (book: string, ofTerms: string): string =>
    `insert into ${series} ("seriesId", ${termId}, "position")
      select "place"."seriesId", "link".${termId}, 0 from ${books} as "link"
      join "book" as "place" on "place"."id" = "link"."bookId"
      where "link"."bookId" = ${book} and ${ofTerms} and "place"."deletedAt" is null
      and not ${isLocked('"place"."seriesId"')} on conflict do nothing`;
  const remove = (seriesId: string, ofTerms: string): string =>
    `delete from ${series} where "seriesId" = ${seriesId} and ${ofTerms} and not ${isLocked(`${series}."seriesId"`)}
      and not exists (select 1 from ${books} as "other" join "book" as "place" on "place"."id" = "other"."bookId"
      where "other".${termId} = ${series}.${termId} and "place"."seriesId" = ${series}."seriesId"
      and "place"."deletedAt" is null)`;
  const isOther = 'old."seriesId" <> new."seriesId" or (old."deletedAt" is null) <> (new."deletedAt" is null)';
  const after = 'update of "seriesId", "deletedAt"';
  const table = `book${kind}`;
  await addRowTrigger(db, database, {
    ...{ name: `add${kind}ToSeries`, table, after: 'insert', when: '1 = 1' },
    run: add('new."bookId"', `"link".${termId} = new.${termId}`),
  });
  await addRowTrigger(db, database, {
    ...{ name: `take${kind}FromSeries`, table, after: 'delete', when: '1 = 1' },
    run: remove('(select "book"."seriesId" from "book" where "book"."id" = old."bookId")', `${termId} = old.${termId}`),
  });
  await addRowTrigger(db, database, {
    ...{ name: `bring${kind}s`, table: 'book', after, when: `(${isOther}) and new."deletedAt" is null` },
    run: add('new."id"', '1 = 1'),
  });
  await addRowTrigger(db, database, {
    ...{ name: `leave${kind}s`, table: 'book', after, when: `(${isOther}) and old."deletedAt" is null` },
    run: remove(
      'old."seriesId"',
      `${termId} in (select "own".${termId} from ${books} as "own" where "own"."bookId" = old."id")`,
    ),
  });
}

/** Genres and tags of books and series, from the files analysed so far. */
export async function addGenresAndTags(db: Db, types: ColumnTypes): Promise<void> {
  for (const kind of KINDS) {
    await createTables(db, types, kind);
    await keepSeriesInLine(db, types.kind, kind);
  }
  await fillBooks(db);
}
