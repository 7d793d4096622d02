import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sweepTemporaries } from './sweep-temporaries.ts';

const ID = '0197a2b4-1c2d-4e3f-8a9b-0c1d2e3f4a5b';

function newDataFolder() {
  const path = mkdtempSync(join(tmpdir(), 'lectern-left-'));
  for (const folder of ['covers/ab', 'exports']) mkdirSync(join(path, folder), { recursive: true });
  const list = (): string[] =>
    readdirSync(path, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.includes('.'))
      .toSorted();
  return { path, list, [Symbol.dispose]: () => rmSync(path, { recursive: true }) };
}

const never = new AbortController().signal;

describe('what a killed process left', () => {
  it('is deleted where it is unfinished, and restored where a sweep had set it aside; other files stay', async () => {
    using folder = newDataFolder();
    const names = [
      `covers/ab/abc-240.webp.${ID}.tmp`,
      'covers/ab/one-240.webp.swept',
      'covers/ab/two-240.webp',
      'covers/ab/two-240.webp.swept',
      `exports/mine.json.${ID}.tmp`,
      `server-id.${ID}.tmp`,
      'notes.tmp',
      'notes.swept',
    ];
    for (const name of names) writeFileSync(join(folder.path, name), 'x');
    expect(await sweepTemporaries(folder.path, Date.now() + 60_000, never)).toEqual({ deleted: 3, restored: 1 });
    expect(folder.list()).toEqual([
      'covers/ab/one-240.webp',
      'covers/ab/two-240.webp',
      'covers/ab/two-240.webp.swept',
      'notes.swept',
      'notes.tmp',
    ]);
  });

  it('stays while it may belong to a living process', async () => {
    using folder = newDataFolder();
    writeFileSync(join(folder.path, `exports/mine.json.${ID}.tmp`), 'x');
    expect(await sweepTemporaries(folder.path, Date.now() - 60_000, never)).toEqual({ deleted: 0, restored: 0 });
    expect(folder.list()).toHaveLength(1);
  });
});
