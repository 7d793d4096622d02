import { createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { checkBackup, openBackup } from '#core/activities/backups/read-backup.ts';
import { readArchive } from '#files/backups/read-archive.ts';
import { BLOCK_BYTES, formatHeader, padding } from '#files/backups/tar-blocks.ts';
import { MIGRATIONS } from '#db/migrations/index.ts';
import { openHome } from '../_harness/home.ts';

const MEGABYTE = 1_048_576;
const [FIRST = ''] = Object.keys(MIGRATIONS);
const ABOUT = {
  ...{ format: 1, version: '1', databaseKind: 'sqlite', createdAt: 1, migrations: [FIRST] },
  tables: [{ name: 'book', columns: [] }],
};

function* entry(name: string, bytes: Buffer): Generator<Buffer> {
  yield formatHeader(name, bytes.length, 0);
  yield bytes;
  yield Buffer.alloc(padding(bytes.length));
}

const about = () => entry('about.json', Buffer.from(JSON.stringify(ABOUT)));

async function pack(path: string, parts: Iterable<Buffer>): Promise<void> {
  await pipeline(Readable.from(parts), createGzip({ level: 9 }), createWriteStream(path));
}

describe('a file that was made to exhaust the server', () => {
  it('is refused when it unpacks to far more than its size', async () => {
    await using home = await openHome('sqlite', { untouched: true });
    const path = join(home.dataDir, 'bomb.lectern');
    await pack(
      path,
      (function* bomb() {
        yield* about();
        yield formatHeader('tables/book/000001.ndjson', 120 * MEGABYTE, 0);
        for (let index = 0; index < 120; index += 1) yield Buffer.alloc(MEGABYTE);
      })(),
    );
    expect((await stat(path)).size).toBeLessThan(MEGABYTE);
    await expect(checkBackup(path)).rejects.toThrow('unpacks to more than 200 times its size');
  });

  it('is refused when it has far too many entries', async () => {
    await using home = await openHome('sqlite', { untouched: true });
    const path = join(home.dataDir, 'many.lectern');
    const header = formatHeader('files/covers/a', 0, 0);
    await pack(path, [...Array.from({ length: 11 }, () => header), Buffer.alloc(2 * BLOCK_BYTES)]);
    const read = async (mostEntries: number): Promise<number> => {
      let count = 0;
      for await (const { size } of readArchive(path, undefined, mostEntries)) count += size + 1;
      return count;
    };
    expect(await read(11)).toBe(11);
    await expect(read(10)).rejects.toThrow('more than 10 entries');
  });

  it('is refused when an entry that is read whole is too large', async () => {
    await using home = await openHome('sqlite', { untouched: true });
    const path = join(home.dataDir, 'large.lectern');
    await pack(path, [formatHeader('about.json', 40 * MEGABYTE, 0), Buffer.alloc(MEGABYTE)]);
    await expect(checkBackup(path)).rejects.toThrow('at most 33554432 are valid');
    await pack(path, [...about(), formatHeader('tables/book/000001.ndjson', 17 * MEGABYTE, 0), Buffer.alloc(MEGABYTE)]);
    const { source } = await openBackup(path);
    const [table] = source.tables;
    if (table === undefined) throw new Error('Expected a table');
    const read = async (): Promise<void> => {
      for await (const rows of source.read(table)) expect(rows).toEqual([]);
    };
    await expect(read()).rejects.toThrow('at most 16777216 are valid');
  });
});
