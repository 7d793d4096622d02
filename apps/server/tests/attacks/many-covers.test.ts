import { randomUUIDv7 } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, setupAdmin } from '../_harness/client.ts';
import { databases } from '../_harness/databases.ts';
import { newPicture, sendPicture } from '../_harness/pictures.ts';
import { newShelf } from '../_harness/shelf.ts';
import { startServer, type TestServer } from '../_harness/start-server.ts';

const MOST = 100;
const COLOURS = ['red', 'green', 'blue', 'white', 'black', 'orange'];
const HOUR_MS = 3_600_000;

describe.each(databases)('very many uploaded pictures, on %s', (kind) => {
  let server: TestServer;
  let admin: Client;
  let ids: Readonly<Record<'book' | 'series' | 'collection' | 'readList', string>>;

  beforeAll(async () => {
    server = await startServer(kind);
    admin = await setupAdmin(server);
    const shelf = await newShelf(server);
    const series = await shelf.addSeries('Saga');
    const book = await shelf.addBook(series, '1');
    const collection = (await admin.call('createCollection', { body: { name: 'Best' } })).id;
    const readList = (await admin.call('createReadList', { body: { name: 'Order' } })).id;
    ids = { book, series, collection, readList };
  });
  afterAll(async () => {
    await server[Symbol.asyncDispose]();
  });

  const ROOTS = { book: 'books', series: 'series', collection: 'collections', readList: 'readlists' } as const;
  type Owner = keyof typeof ROOTS;
  const OWNERS = Object.keys(ROOTS) as Owner[];

  /** Gives an owner so many covers, whose files are nowhere. */
  const fill = async (owner: Owner, count: number): Promise<void> => {
    const rows = Array.from({ length: count }, (_, index) => {
      const common = { id: randomUUIDv7(), coverKey: `${owner} ${String(index)}`, createdAt: index };
      return { ...common, [`${owner}Id`]: ids[owner] };
    });
    await server.context.db.transaction(async (tx) => {
      if (owner === 'book' || owner === 'series') {
        const covers = rows.map((row) => ({ ...row, source: 'upload', updatedAt: 0 }));
        await tx.write.insertInto('cover').values(covers).execute();
        return;
      }
      const sent = { mediaType: 'image/png', width: 1, height: 1, fileSize: 1, isSelected: 0 };
      const none = { collectionId: null, readListId: null };
      await tx.write
        .insertInto('listCover')
        .values(rows.map((row) => ({ ...none, ...row, ...sent })))
        .execute();
    });
  };
  const send = async (owner: Owner, colour: string) => {
    const answer = await sendPicture(
      admin,
      `/api/v1/${ROOTS[owner]}/${ids[owner]}/cover`,
      await newPicture('png', colour),
      {
        field: 'file',
      },
    );
    const said = (await answer.json()) as { readonly id?: string; readonly message?: string };
    return { status: answer.status, ...said };
  };
  const countOriginals = (): number => {
    const names = readdirSync(join(server.dataDir, 'covers'), { recursive: true, encoding: 'utf8' });
    return names.filter((name) => name.endsWith('.original')).length;
  };

  it.each(OWNERS)(
    'are a hundred for one %s, however many come at once; what is refused leaves no file',
    async (owner) => {
      await fill(owner, MOST - 2);
      const answers = await Promise.all(COLOURS.map(async (colour) => send(owner, colour)));
      expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 409, 409, 409, 409]);
      const before = countOriginals();
      const refused = await send(owner, 'purple');
      expect([refused.status, refused.message]).toEqual([409, expect.stringMatching(/100 covers.*Delete one first/)]);
      expect(countOriginals()).toBe(before);
      // One less is room for one.
      const cover = answers.find(({ status }) => status === 201)?.id ?? '';
      const removed = await admin.fetch(`/api/v1/${ROOTS[owner]}/${ids[owner]}/covers/${cover}`, { method: 'DELETE' });
      expect(removed.ok).toBe(true);
      expect((await send(owner, 'purple')).status).toBe(201);
    },
  );

  it('are swept once they may be, when covers were deleted, or their list', async () => {
    await admin.call('deleteCollection', { params: { id: ids.collection } });
    const { data } = await admin.call('listTasks', { query: { pageSize: 100 } });
    const sweeps = data.filter(({ taskType }) => taskType === 'cleanup_orphaned_files');
    expect(sweeps).toHaveLength(1);
    expect(Date.parse(sweeps[0]?.scheduledFor ?? '') - Date.now()).toBeGreaterThan(HOUR_MS);
  });
});
