import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { openAfterRestore, decideRestore } from '#core/activities/backups/finish-restore.ts';
import { stageRestore } from '#core/activities/backups/stage-restore.ts';
import { writeBackup } from '#core/activities/backups/write-backup.ts';
import { checkBackup } from '#core/activities/backups/read-backup.ts';
import { setupAdmin, signIn } from '../_harness/client.ts';
import { databases } from '../_harness/databases.ts';
import { findLocation, type Home, openHome } from '../_harness/home.ts';
import { rawSql } from '../_harness/raw-sql.ts';
import { startCommand } from '../_harness/run-command.ts';
import { startServer } from '../_harness/start-server.ts';
import { readTableRows } from '../_harness/table-rows.ts';
import { fillWideCatalog } from '../_harness/wide-catalog.ts';

function placeIn(home: Home) {
  return { location: findLocation(home), dataDir: home.dataDir };
}

async function backUp(home: Home, path: string, passphrase?: string) {
  return writeBackup({ ...placeIn(home), path, passphrase, version: 'test' });
}

async function restoreIn(home: Home, path: string) {
  const place = placeIn(home);
  const journal = await stageRestore({ ...place, path });
  await decideRestore(place.dataDir, journal);
  return openAfterRestore(place, { open: async () => readTableRows(place.location) });
}

const PAIRS = databases.flatMap((from) => databases.map((to) => [from, to] as const));

describe.each(PAIRS)('a backup of %s while writers work, restored into %s', (from, to) => {
  it('has every row of one state, and keeps the state before', async () => {
    await using home = await openHome(from);
    const path = join(home.dataDir, 'made.lectern');
    {
      await using server = await startServer(from, { home });
      await setupAdmin(server);
      await fillWideCatalog(server.context, 120);
      const over = new AbortController();
      const writing = (async () => {
        for (let index = 0; !over.signal.aborted; index += 1) {
          const key = `counter ${String(index)}`;
          await server.context.db.transaction(async (tx) => {
            // Both rows or none belong to a state.
            for (const half of ['a', 'b']) {
              await tx.write
                .insertInto('serverState')
                .values({ key: key + half, value: '{}', changedAt: index })
                .execute();
            }
          });
          await sleep(1);
        }
      })();
      await backUp(home, path);
      over.abort();
      await writing;
    }
    const manifest = await checkBackup(path);
    await using other = await openHome(to);
    await rawSql(other, `insert into "serverState" ("key", "value", "changedAt") values ('old', '{}', 1)`);
    const { outcome, opened } = await restoreIn(other, path);
    expect(outcome).toMatchObject({ state: 'restored', backup: 'made.lectern' });
    const whole = manifest.tables.filter(({ name }) => !['mailToken', 'rememberedBrowser'].includes(name));
    for (const { name, rows } of whole) expect([name, opened.get(name)?.length]).toEqual([name, rows]);
    const keys = (opened.get('serverState') ?? []).filter((row) => row.includes('counter'));
    expect(keys.length % 2).toBe(0);
    const before = await readTableRows(findLocation(home));
    for (const name of ['book', 'series', 'bookMetadata', 'user', 'tag'])
      expect(opened.get(name)).toEqual(before.get(name));
    expect(existsSync(join(other.dataDir, outcome?.aside ?? '?'))).toBe(true);
    if (outcome !== undefined && outcome.asideSchema !== null) {
      const kept = await rawSql(other, `select "key" from "${outcome.asideSchema}"."serverState" where "key" = 'old'`);
      expect(kept).toEqual([{ key: 'old' }]);
    }
    await using server = await startServer(to, { home: other });
    expect((await (await signIn(server)).call('listBooks', { query: { pageSize: 1 } })).total).toBeGreaterThan(100);
  });
});

describe('a schema of PostgreSQL that Lectern shares', () => {
  it('keeps the tables of other programs, which no backup holds', async () => {
    await using home = await openHome('postgres');
    await rawSql(home, 'create table "stranger" ("what" jsonb)');
    await rawSql(home, `insert into "stranger" values ('{"mine": 1}')`);
    const path = join(home.dataDir, 'made.lectern');
    await backUp(home, path);
    expect((await checkBackup(path)).tables.map(({ name }) => name)).not.toContain('stranger');
    const { outcome } = await restoreIn(home, path);
    expect(outcome).toMatchObject({ state: 'restored' });
    expect(await rawSql(home, 'select "what" from "stranger"')).toEqual([{ what: { mine: 1 } }]);
  });
});

/** Changes the unpacked bytes of an archive. */
async function rewrite(path: string, change: (tar: Buffer) => Buffer): Promise<void> {
  await writeFile(path, gzipSync(change(gunzipSync(await readFile(path)))));
}

describe.each(databases)('a backup that cannot be restored, on %s', (kind) => {
  it('is refused in words, and nothing is changed', async () => {
    await using home = await openHome(kind);
    await rawSql(home, `insert into "serverState" ("key", "value", "changedAt") values ('kept', '{}', 1)`);
    const good = join(home.dataDir, 'good.lectern');
    await backUp(home, good);
    const sealed = join(home.dataDir, 'sealed.lectern');
    await backUp(home, sealed, 'correct horse');
    await expect(checkBackup(sealed, 'correct horse')).resolves.toMatchObject({ databaseKind: kind });
    const before = await readTableRows(findLocation(home));
    const bytes = await readFile(good);
    const secret = await readFile(sealed);
    const flip = (from: Buffer, at: number): Buffer => {
      const changed = Buffer.from(from);
      changed[at] = (changed[at] ?? 0) ^ 1;
      return changed;
    };
    const bad = join(home.dataDir, 'bad.lectern');
    const cases: (readonly [bytes: Buffer, passphrase: string | undefined, words: RegExp])[] = [
      [bytes.subarray(0, bytes.length / 2), undefined, /cut off or damaged/],
      [Buffer.from('no backup'), undefined, /cut off or damaged/],
      [gzipSync(Buffer.alloc(2_048)), undefined, /no backup of Lectern/],
      [secret, undefined, /passphrase is needed/],
      [secret, 'wrong', /not the one of this backup/],
      [flip(secret, secret.length - 1), 'correct horse', /cut off or changed/],
      [secret.subarray(0, secret.length - 20), 'correct horse', /cut off or changed/],
      [gzipSync(Buffer.alloc(200_000_000)), undefined, /no backup of Lectern/],
    ];
    for (const [content, passphrase, words] of cases) {
      await writeFile(bad, content);
      await expect(stageRestore({ ...placeIn(home), path: bad, passphrase })).rejects.toThrow(words);
    }
    const tampered: (readonly [change: (tar: Buffer) => Buffer, words: RegExp])[] = [
      [(tar) => Buffer.from(tar.toString('latin1').replace('"kept"', '"left"'), 'latin1'), /not as it was written/],
      [(tar) => Buffer.from(tar.toString('latin1').replace('"format":1,', '"format":2,'), 'latin1'), /a newer release/],
      [(tar) => Buffer.from(tar.toString('latin1').replace('"0001-first"', '"9001-first"'), 'latin1'), /later release/],
    ];
    for (const [change, words] of tampered) {
      await writeFile(bad, bytes);
      await rewrite(bad, change);
      await expect(stageRestore({ ...placeIn(home), path: bad })).rejects.toThrow(words);
    }
    expect(await readTableRows(findLocation(home))).toEqual(before);
    expect(readdirSync(home.dataDir).filter((name) => name.includes('restore'))).toEqual([]);
  });

  it('is undone when the server does not come up with it', async () => {
    await using home = await openHome(kind);
    const place = placeIn(home);
    await rawSql(home, `insert into "serverState" ("key", "value", "changedAt") values ('restored', '{}', 1)`);
    const path = join(home.dataDir, 'made.lectern');
    await backUp(home, path);
    await rawSql(home, `update "serverState" set "key" = 'present'`);
    const before = await readTableRows(place.location);
    const journal = await stageRestore({ ...place, path });
    await decideRestore(place.dataDir, journal);
    const { opened, outcome } = await openAfterRestore(place, {
      open: async () => {
        const rows = await readTableRows(place.location);
        if (JSON.stringify(rows.get('serverState')).includes('restored')) throw new Error('It does not start');
        return rows;
      },
    });
    expect(outcome).toMatchObject({ state: 'undone', reason: 'It does not start' });
    expect(opened).toEqual(before);
  });
});

describe.each(databases)('a restore that is killed, on %s', (kind) => {
  it.each(['staged', 'decided'] as const)('when it is %s leaves the old state or the new one', async (moment) => {
    await using home = await openHome(kind);
    const state = async (): Promise<string> => {
      await using server = await startServer(kind, { home });
      const rows = await readTableRows(findLocation(home));
      expect(server.context.db.kind).toBe(kind);
      return createHash('sha256')
        .update(JSON.stringify(rows.get('setting')))
        .digest('hex');
    };
    await rawSql(
      home,
      `insert into "setting" ("key", "value", "version", "updatedAt", "updatedBy", "updatedByName") values ('application.name', '"New"', 2, 1, 'x', 'x')`,
    );
    const restored = await state();
    const path = join(home.dataDir, 'made.lectern');
    await backUp(home, path);
    await rawSql(home, `update "setting" set "value" = '"Old"'`);
    const old = await state();
    const command = startCommand(home, ['restore', path]);
    const isReached = (): boolean =>
      readdirSync(home.dataDir).some((name) =>
        moment === 'staged' ? name.startsWith('restore-') : name === 'restore.json',
      );
    while (!isReached() && command.process.exitCode === null) await sleep(2);
    command.process.kill('SIGKILL');
    await command.ended;
    // On a busy machine the kill may come later than it was meant to, when it is decided.
    const names = readdirSync(home.dataDir);
    const isStaged = names.some((name) => name.startsWith('restore-')) && !names.includes('restore.json');
    if (moment === 'decided') expect(isStaged).toBe(false);
    expect(await state()).toBe(isStaged ? old : restored);
    expect(existsSync(join(home.dataDir, 'restore.json'))).toBe(false);
  });
});
