import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DEFAULT_LIMITS, FormatError } from './index.ts';
import { readBook } from './readers.ts';

const FIXTURES = join(import.meta.dirname, '../../../fixtures');
const OPEN_FILES = '/proc/self/fd';

describe('readBook', () => {
  it('leaves errors of the disk as they are', async () => {
    const failure = await readBook(join(FIXTURES, 'not-there.cbz')).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'ENOENT' });
    expect(failure).not.toBeInstanceOf(FormatError);
    await expect(readBook(FIXTURES)).rejects.toMatchObject({ code: 'EISDIR' });
  });

  it('does nothing once it is aborted', async () => {
    const signal = AbortSignal.abort(new Error('Scan cancelled'));
    await expect(readBook(join(FIXTURES, 'good/cbz/stored.cbz'), { signal })).rejects.toThrow('Scan cancelled');
  });

  it.runIf(existsSync(OPEN_FILES))('closes every file, broken ones too', async () => {
    const broken = readdirSync(join(FIXTURES, 'broken')).map((name) => join(FIXTURES, 'broken', name));
    const paths = [...broken, join(FIXTURES, 'good/cbz/stored.cbz'), join(FIXTURES, 'good/cbr/packed-rar3.cbr')];
    await Promise.allSettled(paths.map(async (path) => readBook(path)));
    const before = readdirSync(OPEN_FILES).length;
    for (let round = 0; round < 3; round++) await Promise.allSettled(paths.map(async (path) => readBook(path)));
    expect(readdirSync(OPEN_FILES).length).toBeLessThanOrEqual(before);
  });

  it('honours the limits it is given', async () => {
    const limits = { ...DEFAULT_LIMITS, entryCount: 1 };
    const reading = readBook(join(FIXTURES, 'good/cbz/stored.cbz'), { limits });
    await expect(reading).rejects.toMatchObject({ code: 'zip.too-many-entries' });
  });
});
