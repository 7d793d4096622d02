import { mkdir, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { canReceiveEvent } from '#core/people/can-receive-event.ts';
import type { Viewer } from '#core/viewer.ts';
import { setupAdmin } from '../_harness/client.ts';
import { databases } from '../_harness/databases.ts';
import { newBookFolder } from '../_harness/make-books.ts';
import { addLibrary, scan, waitForTasks } from '../_harness/scans.ts';
import { startServer, type TestServer } from '../_harness/start-server.ts';

/** The library of an event that tells no more than that those before it have come. */
const MARK = 'mark';

/** What viewers of these libraries heard of books and series since it was forgotten: name and library of each. */
function listen(server: TestServer, viewers: Readonly<Record<string, readonly string[]>>, names: Map<string, string>) {
  const heard = new Map(Object.keys(viewers).map((name) => [name, [] as string[]]));
  let marks = 0;
  const subscription = server.context.events.subscribe('entity', (frame) => {
    const isPlaced = /^(book|series)_/.test(frame.name);
    const { library_id } = JSON.parse(frame.json) as { library_id: string };
    if (library_id === MARK) marks += 1;
    for (const [name, libraryIds] of Object.entries(viewers)) {
      const rest = {
        userId: 'u',
        username: 'u',
        role: 'reader',
        permissions: new Set<never>(),
        sessionId: null,
      } as const;
      const viewer: Viewer = { ...rest, libraryIds };
      if (isPlaced && canReceiveEvent(viewer, frame))
        heard.get(name)?.push(`${frame.name} ${names.get(library_id) ?? ''}`);
    }
  });
  return {
    heard: (): Record<string, string[]> =>
      Object.fromEntries([...heard].map(([name, events]) => [name, [...new Set(events)].sort()])),
    /** Also what is still on its way. */
    forget: async (): Promise<void> => {
      const wanted = marks + 1;
      server.context.events.emit({ type: 'library_updated', library_id: MARK, timestamp: new Date(0).toISOString() });
      await expect.poll(() => marks).toBe(wanted);
      for (const events of heard.values()) events.length = 0;
    },
    [Symbol.dispose]: () => subscription[Symbol.dispose](),
  };
}

describe.each(databases)('what moves from one library to another on %s', (kind) => {
  it('is gone for viewers of the old one, new for those of the new one, and an update for those of both', async () => {
    using old = newBookFolder();
    using fresh = newBookFolder();
    for (const number of [1, 2]) await old.addComic(`Saga/Saga ${String(number)}.cbz`, { tint: number });
    await fresh.addComic('Other/Other 1.cbz', { tint: 9 });
    await using server = await startServer(kind);
    const client = await setupAdmin(server);
    const from = await addLibrary(client, old.path);
    const to = await addLibrary(client, fresh.path);
    for (const { id } of [from, to]) await scan(client, id);
    await waitForTasks(client);
    const names = new Map([
      [from.id, 'old'],
      [to.id, 'new'],
    ]);
    const viewers = { old: [from.id], new: [to.id], both: [from.id, to.id], none: [] };
    using events = listen(server, viewers, names);
    const move = async (path: string, target = path) => {
      await waitForTasks(client);
      await events.forget();
      await mkdir(dirname(fresh.at(target)), { recursive: true });
      await rename(old.at(path), fresh.at(target));
      await scan(client, to.id);
    };

    // One book, into a series that is there.
    await move('Saga/Saga 1.cbz', 'Other/Other 2.cbz');
    // On PostgreSQL events pass through the database, and may come after the scan is known to be over.
    await expect.poll(events.heard).toEqual({
      old: ['book_deleted old'],
      new: ['book_created new'],
      both: ['book_updated new'],
      none: [],
    });
    // The rest of the series, and the series with it.
    await move('Saga/Saga 2.cbz');
    await expect.poll(events.heard).toEqual({
      old: ['book_deleted old', 'series_deleted old'],
      new: ['book_created new', 'series_created new'],
      both: ['book_updated new', 'series_updated new'],
      none: [],
    });
  });
});
