import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { finishPack } from './pack-file.ts';
import { openPackShelf } from './pack-shelf.ts';

const MINUTE_MS = 60_000;

/** A shelf in a folder of its own, whose clock the test sets. */
function newShelf() {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-shelf-'));
  const clock = { at: 0 };
  const shelf = openPackShelf(folder, 1_000_000, () => clock.at);
  return {
    clock,
    shelf,
    files: () => readdirSync(folder),
    /** Puts a pack on the shelf whose only page failed. */
    add: async (key: string, isLasting: boolean) => {
      const path = await shelf.newPath();
      await using handle = await open(path, 'wx+');
      const damaged = new Map([[7, { code: 'limit.time', message: 'It took too long' }]]);
      await finishPack(handle, 0, { pages: new Map(), damaged });
      await shelf.keep(path, { key, part: 0, isLasting });
    },
    [Symbol.dispose]: () => rmSync(folder, { recursive: true }),
  };
}

describe('a shelf of packs', () => {
  it('forgets after some minutes what another attempt may not suffer from', async () => {
    using desk = newShelf();
    await desk.add('passing', false);
    await desk.add('lasting', true);
    desk.clock.at = 9 * MINUTE_MS;
    expect((await desk.shelf.find('passing', 7))?.damaged.get(7)?.code).toBe('limit.time');
    desk.clock.at = 10 * MINUTE_MS;
    expect(await desk.shelf.find('passing', 7)).toBeUndefined();
    expect(await desk.shelf.find('lasting', 7)).toBeDefined();
    expect(desk.files()).toEqual(['lasting-0.pack']);
  });
});
