import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ScanMode } from '@lectern/contract';
import fc from 'fast-check';
import { describe, it } from 'vitest';
import { setupAdmin } from '../_harness/client.ts';
import { databases } from '../_harness/databases.ts';
import { deed, start } from '../_harness/file-deeds.ts';
import type { FileDeed, Root } from '../_harness/moving-files.ts';
import { MovingShelf, type ShelfKeeper } from '../_harness/moving-shelf.ts';
import { startServer } from '../_harness/start-server.ts';
import { casesToTry } from '../_harness/test-length.ts';

/** Some deeds, then a look at one of the two libraries, or at both in either order. */
interface Round {
  readonly deeds: readonly FileDeed[];
  readonly remount: boolean;
  readonly looks: readonly Root[];
  readonly mode: ScanMode;
}

const round: fc.Arbitrary<Round> = fc.record({
  deeds: fc.array(deed, { minLength: 1, maxLength: 6 }),
  remount: fc.boolean(),
  looks: fc.constantFrom(['left', 'right'] as const, ['right', 'left'] as const, ['left'] as const, ['right'] as const),
  mode: fc.constantFrom('normal' as const, 'normal' as const, 'normal' as const, 'deep' as const),
});

async function live(shelf: MovingShelf, rounds: readonly Round[]): Promise<void> {
  await shelf.begin();
  for (const one of start) await shelf.files.act(one);
  const last: Round = { deeds: [], remount: true, looks: ['left', 'right'], mode: 'normal' };
  for (const { deeds, remount, looks, mode } of [{ ...last, remount: false }, ...rounds, last]) {
    for (const one of deeds) await shelf.files.act(one);
    if (remount) for (const root of [...shelf.files.away.keys()]) await shelf.files.remount(root);
    for (const root of looks) await shelf.look(root, mode);
  }
  await shelf.end();
}

describe.each(databases)('books follow their contents on %s', (kind) => {
  it('whatever is done to their files', { timeout: 3_600_000 }, async () => {
    await using server = await startServer(kind);
    const keeper: ShelfKeeper = {
      client: await setupAdmin(server),
      idle: server.idle,
      read: async (look) => look(server.context.db.read),
    };
    await fc.assert(
      fc.asyncProperty(fc.array(round, { minLength: 1, maxLength: 5 }), async (rounds) => {
        const base = mkdtempSync(join(tmpdir(), 'lectern-moving-'));
        try {
          await live(new MovingShelf(keeper, base), rounds);
        } finally {
          rmSync(base, { recursive: true, force: true });
        }
      }),
      { ...casesToTry(18), endOnFailure: true },
    );
  });
});
