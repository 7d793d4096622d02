import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Database, openDatabase } from './open.ts';

const TEXT = 'x'.repeat(20_000);
const TEXTS = 100;
/** Less than all texts together, and more than an empty catalog takes. */
const HALF_WRITTEN = 1_500_000;

function newFolder() {
  const path = mkdtempSync(join(tmpdir(), 'lectern-checkpoints-'));
  return { file: join(path, 'lectern.db'), [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
}

async function writeTexts(db: Database): Promise<void> {
  for (let index = 0; index < TEXTS; index += 1) {
    await db.transaction(async (tx) =>
      tx.write
        .insertInto('setting')
        .values({
          key: `text ${String(index)}`,
          value: JSON.stringify(TEXT),
          version: 1,
          updatedAt: 0,
          updatedBy: '',
          updatedByName: '',
        })
        .execute(),
    );
  }
}

describe('the log of SQLite', () => {
  it('goes over into the file by itself, in many small transactions too', async () => {
    using folder = newFolder();
    const { db } = await openDatabase({ kind: 'sqlite', path: folder.file });
    const before = statSync(folder.file).size;
    expect(before).toBeLessThan(HALF_WRITTEN);
    await writeTexts(db);
    // No more than the last transactions are missing there.
    await expect.poll(() => statSync(folder.file).size).toBeGreaterThan(before + HALF_WRITTEN);
    await db[Symbol.asyncDispose]();
    expect(existsSync(`${folder.file}-wal`)).toBe(false);
  });

  it('ends with the database, whatever was going on', async () => {
    using folder = newFolder();
    const { db } = await openDatabase({ kind: 'sqlite', path: folder.file });
    await writeTexts(db);
    await db[Symbol.asyncDispose]();
    expect(existsSync(`${folder.file}-wal`)).toBe(false);
    const { db: again } = await openDatabase({ kind: 'sqlite', path: folder.file });
    expect(await again.read.selectFrom('setting').select('key').execute()).toHaveLength(TEXTS);
    await again[Symbol.asyncDispose]();
  });
});
