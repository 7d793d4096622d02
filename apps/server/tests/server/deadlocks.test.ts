import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { explainRefusal } from '#core/explain-refusal.ts';
import { type Database, openDatabase, type Tx } from '#db/open.ts';
import { openHome } from '../_harness/home.ts';

async function open(): Promise<AsyncDisposable & { readonly db: Database }> {
  await using opened = new AsyncDisposableStack();
  const { databaseUrl = '' } = opened.use(await openHome('postgres'));
  const { db } = await openDatabase({ kind: 'postgres', url: databaseUrl, poolSize: 4 });
  opened.use(db);
  const owned = opened.move();
  return { db, [Symbol.asyncDispose]: async () => owned.disposeAsync() };
}

async function lock({ write }: Tx, key: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${key}::bigint)`.execute(write);
}

describe('two transactions that wait for each other, on postgres', () => {
  it('both come to their end: the one that is given up is tried again', async () => {
    await using opened = await open();
    const { db } = opened;
    const attempts = { one: 0, two: 0 };
    let meet: () => void = () => undefined;
    const both = new Promise<void>((resolve) => {
      meet = resolve;
    });
    let waiting = 0;
    const run = async (name: 'one' | 'two', keys: readonly [number, number]): Promise<string> =>
      db.transaction(async (tx) => {
        attempts[name] += 1;
        await lock(tx, keys[0]);
        waiting += 1;
        if (waiting === 2) meet();
        await both;
        await lock(tx, keys[1]);
        return name;
      });
    expect(await Promise.all([run('one', [1, 2]), run('two', [2, 1])])).toEqual(['one', 'two']);
    expect(attempts.one + attempts.two).toBe(3);
  });

  it('are told to try again later when that happens every time', async () => {
    await using opened = await open();
    let attempts = 0;
    const failing = opened.db.transaction(async (tx) => {
      attempts += 1;
      await sql`do $$ begin raise exception 'in the way' using errcode = '40P01'; end $$`.execute(tx.write);
    });
    const error: unknown = await failing.catch((thrown: unknown) => thrown);
    expect(attempts).toBe(5);
    expect(explainRefusal(error)).toMatchObject({ kind: 'ServiceUnavailable', details: { retryAfter: 1 } });
  });
});
