import { Kysely, sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { ListDialect } from './list-compiler.ts';
import { runPrecompiled, slot } from './precompiled.ts';
import type { ReadDb } from './open.ts';

interface Tables {
  readonly book: { readonly id: string; readonly title: string; readonly size: number | null };
}

interface Sent {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** PostgreSQL that notes what it is sent, and finds nothing. */
function noting() {
  const sent: Sent[] = [];
  const client = {
    query: async (text: string, values: readonly unknown[]) => {
      sent.push({ text, values });
      return { command: 'SELECT' as const, rowCount: 0, rows: [] };
    },
    release: () => undefined,
  };
  const pool = { connect: async () => client, end: async () => undefined, Client: Object, options: {} };
  const dialect = new ListDialect({ pool: pool as unknown as ConstructorParameters<typeof ListDialect>[0]['pool'] });
  return { db: new Kysely<Tables>({ dialect }), sent };
}

const { db } = noting();
const books = () => db.selectFrom('book').select('title');

describe('lists for PostgreSQL', () => {
  it('are one array, so that lists of any length have one text', () => {
    const one = books().where('id', 'in', ['a']).compile();
    const three = books().where('id', 'in', ['a', 'b', 'c']).compile();
    expect(one.sql).toBe('select "title" from "book" where "id" = any($1)');
    expect(three.sql).toBe(one.sql);
    expect(three.parameters).toEqual([['a', 'b', 'c']]);
  });

  it('are numbered among the other values', () => {
    const query = books().where('title', '=', 'x').where('size', 'in', [1, 2]).where('title', '!=', 'y').compile();
    expect(query.sql).toContain('"title" = $1 and "size" = any($2) and "title" != $3');
    expect(query.parameters).toEqual(['x', [1, 2], 'y']);
  });

  it('say what is in none of them', () => {
    const query = books().where('id', 'not in', ['a', 'b']).compile();
    expect(query.sql).toContain('"id" <> all($1)');
    expect(query.parameters).toEqual([['a', 'b']]);
  });

  it('stay lists where they are of several kinds, or hold nothing at all', () => {
    expect(books().where('size', 'in', [1, null]).compile().sql).toContain('"size" in ($1, $2)');
    expect(books().where('id', 'in', ['a', sql<string>`upper('b')`]).compile().sql).toContain(
      `"id" in ($1, upper('b'))`,
    );
    expect(books().where('id', 'in', []).compile().sql).toContain('"id" in ()');
  });

  it('stay lists where no column says of what type they are', () => {
    const query = books().where(sql<string>`lower(title)`, 'in', ['a', 'b']).compile();
    expect(query.sql).toContain('lower(title) in ($1, $2)');
  });

  it('leaves queries and tuples alone', () => {
    const query = books().where('id', 'in', db.selectFrom('book').select('id')).compile();
    expect(query.sql).toContain('"id" in (select "id" from "book")');
    const tuples = books()
      .where((eb) => eb(eb.refTuple('id', 'title'), 'in', [eb.tuple('a', 'b')]))
      .compile();
    expect(tuples.sql).toContain('("id", "title") in (($1, $2))');
  });

  it('take the whole list of a query that was compiled for places', async () => {
    const noted = noting();
    const handle = noted.db as unknown as ReadDb;
    const run = async (ids: readonly string[]) =>
      runPrecompiled(handle, `by-id:${String(ids.length)}`, { ids, title: 'x' }, () =>
        noted.db
          .selectFrom('book')
          .select('id')
          .where('title', '=', slot<string>('title'))
          .where(
            'id',
            'in',
            ids.map((_, at) => slot<string>('ids', at)),
          ),
      );
    await run(['a', 'b']);
    await run(['c']);
    const text = 'select "id" from "book" where "title" = $1 and "id" = any($2)';
    expect(noted.sent).toEqual([
      { text, values: ['x', ['a', 'b']] },
      { text, values: ['x', ['c']] },
    ]);
  });

  it('leaves places of several lists alone', async () => {
    const noted = noting();
    await runPrecompiled(noted.db as unknown as ReadDb, 'two', { ids: ['a'], others: ['x', 'b'] }, () =>
      noted.db
        .selectFrom('book')
        .select('id')
        .where('id', 'in', [slot<string>('ids', 0), slot<string>('others', 1)]),
    );
    expect(noted.sent).toEqual([{ text: 'select "id" from "book" where "id" in ($1, $2)', values: ['a', 'b'] }]);
  });
});
