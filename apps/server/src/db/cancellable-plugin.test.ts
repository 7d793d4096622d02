import { DummyDriver, Kysely, sql, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { Schema } from './schema/index.ts';
import { CancellablePlugin } from './cancellable-plugin.ts';

const db = new Kysely<Schema>({
  dialect: {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (other) => new SqliteIntrospector(other),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  },
  plugins: [new CancellablePlugin()],
});

/** The tables at whose rows a query checks whether it is cancelled. */
function checkedTables(query: { readonly compile: () => { readonly sql: string } }): readonly (string | undefined)[] {
  return [...query.compile().sql.matchAll(/case when "(\w+)"."rowid" % 512 = 0 then lectern_wanted\(\)/g)].map(
    ([, table]) => table,
  );
}

const books = db.selectFrom('book').select('book.id');

describe('a query that may take long', () => {
  it('checks for a cancel at rows of the first large table', () => {
    expect(checkedTables(books)).toEqual(['book']);
    expect(books.compile().sql).toBe(
      'select "book"."id" from "book" where case when "book"."rowid" % 512 = 0 then lectern_wanted() else 1 end = 1',
    );
    expect(checkedTables(db.selectFrom('readProgress as place').select('place.id'))).toEqual(['place']);
    expect(checkedTables(db.selectFrom('library').select('library.id'))).toEqual([]);
    const joined = db.selectFrom('library').innerJoin('book', 'book.libraryId', 'library.id').select('library.id');
    expect(checkedTables(joined)).toEqual(['book']);
  });

  it('keeps its own conditions', () => {
    const either = books.where((eb) => eb.or([eb('book.id', '=', 'a'), eb('book.id', '=', 'b')]));
    expect(either.compile().sql).toMatch(/ where \("book"\."id" = \? or "book"\."id" = \?\) and case when /);
  });

  it('does so in the queries of which it is made, once in each', () => {
    const pages = db.selectFrom(books.as('page')).select('page.id');
    expect(checkedTables(pages)).toEqual(['book']);
    const raw = db.selectFrom(sql<{ id: string }>`(${books} limit 3)`.as('page')).select('page.id');
    expect(checkedTables(raw)).toEqual(['book']);
    const series = db.selectFrom('series').select('series.id');
    expect(checkedTables(books.union(series))).toEqual(['book', 'series']);
    const named = db
      .with('page', () => books)
      .selectFrom('page')
      .select('page.id');
    expect(checkedTables(named)).toEqual(['book']);
    const asking = series.where((eb) => eb.exists(books.whereRef('book.seriesId', '=', sql.ref('series.id'))));
    expect(checkedTables(asking)).toEqual(['book', 'series']);
  });
});
