import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from '../sql/dialect.ts';
import { addRowTrigger } from '../sql/row-trigger.ts';

type Db = Kysely<unknown>;

async function createIndexTables(db: Db, types: ColumnTypes): Promise<void> {
  // No unique key: transactions that mark the same row must not wait for each other.
  await db.schema
    .createTable('searchMark')
    .addColumn('id', types.serial, (column) => column.primaryKey())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('entityId', 'text', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('searchDoc')
    .addColumn('id', types.serial, (column) => column.primaryKey())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('entityId', types.key, (column) => column.notNull())
    .addColumn('names', types.key, (column) => column.notNull())
    .addColumn('rest', types.key, (column) => column.notNull())
    .addColumn('sortKey', types.key, (column) => column.notNull())
    .addUniqueConstraint('searchDocOnce', ['kind', 'entityId'])
    .execute();
  await db.schema
    .createTable('searchCredit')
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('nameKey', types.key, (column) => column.notNull())
    .addColumn('bookId', 'text', (column) => column.notNull().references('book.id').onDelete('cascade'))
    .addColumn('name', types.key, (column) => column.notNull())
    .addPrimaryKeyConstraint('searchCreditKey', ['kind', 'nameKey', 'bookId'])
    .execute();
  await db.schema.createIndex('searchCreditByBook').on('searchCredit').column('bookId').execute();
  await db.schema
    .createTable('searchWord')
    .addColumn('gram', types.key, (column) => column.notNull())
    .addColumn('length', 'integer', (column) => column.notNull())
    .addColumn('word', types.key, (column) => column.notNull())
    .addPrimaryKeyConstraint('searchWordKey', ['gram', 'length', 'word'])
    .execute();
}

/** The gram index: FTS5 on SQLite, GIN on PostgreSQL. */
async function createGrams(db: Db, { kind }: ColumnTypes): Promise<void> {
  if (kind === 'sqlite') {
    await sql`create virtual table "searchGram" using fts5("text", content='', contentless_delete=1, detail=none,
      tokenize='trigram case_sensitive 1')`.execute(db);
    return;
  }
  await db.schema
    .createTable('searchGram')
    .addColumn('docId', 'bigint', (column) => column.primaryKey())
    .addColumn('grams', sql`text[]`, (column) => column.notNull())
    .execute();
  await sql`create index "searchGramByGram" on "searchGram" using gin ("grams")`.execute(db);
}

const mark = (...what: string[]): string => `insert into "searchMark" ("kind", "entityId") ${what.join(' union all ')}`;
const one = (kind: string, id: string): string => `select '${kind}', ${id}`;
const selectBooks = (series: string): string =>
  `select 'book', "book"."id" from "book" where "book"."seriesId" = ${series}`;
const selectSeries = (book: string): string =>
  `select 'series', "book"."seriesId" from "book" where "book"."id" = ${book}`;
const differs = (...columns: string[]): string =>
  columns.map((column) => `coalesce(old."${column}", '') <> coalesce(new."${column}", '')`).join(' or ');
const updated = (...columns: string[]): string => `update of ${columns.map((column) => `"${column}"`).join(', ')}`;

/** A trigger without its name. */
type Deed = readonly [table: string, after: string, when: string, run: string];

const TITLES = ['title', 'titleSort'];
const PEOPLE = ['publisher', 'imprint', 'authors'];
const BOOK_TITLES = ['title', 'subtitle', 'originalTitle'];
const ALWAYS = '1 = 1';

/** Changes that affect the texts of a row. */
function deeds(): Deed[] {
  const moved = `old."seriesId" <> new."seriesId" or (old."deletedAt" is null) <> (new."deletedAt" is null)`;
  const both = [one('series', 'old."seriesId"'), one('series', 'new."seriesId"')];
  const book = [one('book', 'new."bookId"'), selectSeries('new."bookId"')];
  const found: Deed[] = [
    ['book', 'insert', ALWAYS, mark(one('book', 'new."id"'))],
    ['book', 'delete', ALWAYS, mark(one('book', 'old."id"'), one('series', 'old."seriesId"'))],
    [
      'book',
      updated(...TITLES, 'seriesId', 'deletedAt'),
      `${differs(...TITLES)} or ${moved}`,
      mark(one('book', 'new."id"')),
    ],
    ['book', updated('seriesId', 'deletedAt'), moved, mark(...both)],
    ['bookMetadata', 'insert', ALWAYS, mark(...book)],
    ['bookMetadata', updated(...BOOK_TITLES, ...PEOPLE), differs(...BOOK_TITLES, ...PEOPLE), mark(...book)],
    ['series', 'insert', ALWAYS, mark(one('series', 'new."id"'))],
    ['series', 'delete', ALWAYS, mark(one('series', 'old."id"'))],
    [
      'series',
      updated(...TITLES, 'name', ...PEOPLE),
      differs(...TITLES, 'name', ...PEOPLE),
      mark(one('series', 'new."id"')),
    ],
    ['series', updated('title'), differs('title'), mark(selectBooks('new."id"'))],
    ['alternateTitle', 'insert', ALWAYS, mark(one('series', 'new."seriesId"'))],
    ['alternateTitle', 'delete', ALWAYS, mark(one('series', 'old."seriesId"'))],
    ['alternateTitle', updated('title'), differs('title'), mark(one('series', 'new."seriesId"'))],
  ];
  for (const [term, links] of [
    ['genre', 'Genre'],
    ['tag', 'Tag'],
  ] as const) {
    const linked = (owner: 'book' | 'series'): string =>
      `select '${owner}', "${owner}Id" from "${owner}${links}" where "${term}Id" = new."id"`;
    found.push(
      [term, 'insert', ALWAYS, mark(one(term, 'new."id"'))],
      [term, 'delete', ALWAYS, mark(one(term, 'old."id"'))],
      [term, updated('name'), differs('name'), mark(one(term, 'new."id"'), linked('book'), linked('series'))],
    );
    for (const owner of ['book', 'series'] as const) {
      const table = `${owner}${links}`;
      found.push([table, 'insert', ALWAYS, mark(one(owner, `new."${owner}Id"`))]);
      found.push([table, 'delete', ALWAYS, mark(one(owner, `old."${owner}Id"`))]);
    }
  }
  return found;
}

/** Letters only: `a`, `b`, …, `z`, `ba`, … */
function letters(index: number): string {
  const letter = String.fromCodePoint(0x61 + (index % 26));
  return index < 26 ? letter : letters(Math.floor(index / 26)) + letter;
}

/**
 * The search index: texts as `core/catalog/search` encodes them, a gram index of them, credited people and publishers,
 * and the words of the catalog. Triggers mark changed rows; the next search applies the marks.
 */
export async function addSearch(db: Db, types: ColumnTypes): Promise<void> {
  await createIndexTables(db, types);
  await createGrams(db, types);
  for (const [index, [table, after, when, run]] of deeds().entries()) {
    await addRowTrigger(db, types.kind, { name: `searchMark${letters(index)}`, table, after, when, run });
  }
  for (const table of ['series', 'book', 'genre', 'tag']) {
    await sql`insert into "searchMark" ("kind", "entityId") select ${sql.lit(table)}, "id" from ${sql.table(table)}`.execute(
      db,
    );
  }
}
