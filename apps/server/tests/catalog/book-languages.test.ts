import { describe, expect, it } from 'vitest';
import { listBookLanguages } from '#core/catalog/book-languages.ts';
import { viewerOf } from '#core/users/viewer-of.ts';
import { setupAdmin } from '../_harness/client.ts';
import { databases } from '../_harness/databases.ts';
import { startServer } from '../_harness/start-server.ts';

describe.each(databases)('the languages of all books on %s', (kind) => {
  it('are found once for requests that follow, and anew for those who stay when the first one leaves', async () => {
    await using server = await startServer(kind);
    await setupAdmin(server);
    const { db, filtered } = server.context;
    const user = await db.read.selectFrom('user').selectAll().executeTakeFirstOrThrow();
    const viewer = await viewerOf(db.read, user, null);
    const gone = new AbortController();
    const left = listBookLanguages({ db: db.whileWanted(() => gone.signal), filtered }, viewer);
    gone.abort(new Error('The first one has left'));
    const asked = { db: db.whileWanted(() => new AbortController().signal), filtered };
    const stays = listBookLanguages(asked, viewer);
    await expect(left).rejects.toThrow('The first one has left');
    expect(await stays).toEqual([]);
    const again = { db: db.whileWanted(() => AbortSignal.abort(new Error('This looks again'))), filtered };
    // What was committed since makes the filtered list unknown, so that only this memory answers.
    await db.transaction(async (tx) => tx.write.updateTable('user').set({ updatedAt: 1 }).execute());
    expect(await listBookLanguages(again, viewer)).toEqual([]);
  });
});
