import { randomUUIDv7 } from 'node:crypto';
import type { EntityEvent } from '@lectern/contract';
import { describe, expect, it } from 'vitest';
import { getCoverOwner } from '#core/catalog/covers/cover-owner.ts';
import { getCoverImage } from '#core/catalog/covers/get-cover.ts';
import { createUser } from '#core/people/operate-user.ts';
import type { Viewer } from '#core/viewer.ts';
import { setupAdmin, signIn, expectRefusal } from '../_harness/client.ts';
import { type DatabaseKind, databases } from '../_harness/databases.ts';
import { lookAt, newPicture, newPngBomb, sendPicture } from '../_harness/pictures.ts';
import { newShelf } from '../_harness/shelf.ts';
import { startServer } from '../_harness/start-server.ts';

const UNKNOWN = '0192f0c1-0000-7000-8000-000000000001';
const RED = [4, 0, 0];
const GREEN = [0, 2, 0];
const BLUE = [0, 0, 4];

/** A series of two books without files, and everything that is told of covers. */
async function startWithShelf(kind: DatabaseKind) {
  await using opened = new AsyncDisposableStack();
  const server = opened.use(await startServer(kind));
  const client = await setupAdmin(server);
  const shelf = await newShelf(server);
  const seriesId = await shelf.addSeries('Saga');
  const first = await shelf.addBook(seriesId, '1');
  const second = await shelf.addBook(seriesId, '2');
  const told: string[] = [];
  opened.use(
    server.context.events.onChange(({ json }) => {
      const event = JSON.parse(json) as EntityEvent;
      if (event.type === 'cover_updated') told.push(`${event.entity_type} ${event.entity_id}`);
    }),
  );
  const owned = opened.move();
  return {
    ...{ server, client, shelf, seriesId, first, second },
    /** What was told of covers since the last time. */
    takeTold: () => told.splice(0),
    bookNow: async (id: string) => (await client.call('getBook', { params: { id } })).book,
    seriesNow: async () => client.call('getSeries', { params: { id: seriesId } }),
    [Symbol.asyncDispose]: async () => owned.disposeAsync(),
  };
}

describe.each(databases)('an uploaded cover, on %s', (kind) => {
  it('is shown at once, by the book, its series and its library, under a new address', async () => {
    await using world = await startWithShelf(kind);
    const { client, first, seriesId, shelf } = world;
    const before = await world.bookNow(first);
    expect(before).toMatchObject({ coverVersion: null, selectedCoverSource: null, hasCustomCover: false });
    const thumbnail = `/api/v1/books/${first}/thumbnail`;
    const empty = await lookAt(client, thumbnail);
    const response = await sendPicture(client, `/api/v1/books/${first}/cover`, await newPicture('jpeg', 'red'), {
      field: 'cover',
      type: 'image/jpeg',
    });
    const cover = (await response.json()) as { readonly id: string; readonly path: string };
    expect([response.status, cover]).toEqual([
      201,
      expect.objectContaining({ bookId: first, source: 'upload', isSelected: true, width: 600, height: 900 }),
    ]);
    expect(world.takeTold()).toEqual([`book ${first}`, `series ${seriesId}`, `library ${shelf.libraryId}`]);
    const after = await world.bookNow(first);
    expect(after).toMatchObject({ selectedCoverSource: 'upload', hasCustomCover: true });
    expect(after.coverPlaceholder).toMatch(/^#f[ef]0[01]0[01]$/);
    expect(after.updatedAt > before.updatedAt).toBe(true);
    const shown = await lookAt(client, thumbnail);
    expect([shown.rgb, shown.width, shown.etag === empty.etag]).toEqual([RED, 480, false]);
    for (const path of [`series/${seriesId}`, `libraries/${shelf.libraryId}`]) {
      expect((await lookAt(client, `/api/v1/${path}/thumbnail`)).rgb).toEqual(RED);
    }
    const versioned = await lookAt(client, `${thumbnail}?v=${String(after.coverVersion)}&width=240&format=jpeg`);
    expect(versioned).toMatchObject({ width: 240, format: 'jpeg', rgb: RED });
    expect(versioned.cacheControl).toBe('private, max-age=31536000, immutable');
    const { data } = await client.call('listBooks', {});
    expect(data.find(({ id }) => id === first)?.coverVersion).toBe(after.coverVersion);
    const series = await world.seriesNow();
    expect(series).toMatchObject({
      coverVersion: after.coverVersion,
      selectedCoverSource: null,
      hasCustomCover: false,
    });
    const image = await lookAt(client, cover.path);
    const again = await client.fetch(cover.path, { headers: { 'if-none-match': image.etag } });
    expect([image.rgb, again.status]).toEqual([RED, 304]);
  });

  it('comes in any field that programs use, or raw, as any common picture', async () => {
    await using world = await startWithShelf(kind);
    const { client, first, seriesId } = world;
    const sent = [
      ['file', 'png', 'green'],
      ['image', 'webp', 'blue'],
      [undefined, 'gif', 'white'],
      [undefined, 'avif', 'black'],
    ] as const;
    for (const [field, format, color] of sent) {
      const options = { type: `image/${format}`, ...(field === undefined ? {} : { field }) };
      for (const owner of [`books/${first}`, `series/${seriesId}`]) {
        const picture = await newPicture(format, color, { width: 60, height: 90 });
        const response = await sendPicture(client, `/api/v1/${owner}/cover`, picture, options);
        expect([owner, format, response.status]).toEqual([owner, format, 201]);
      }
    }
    const file = new Blob([new Uint8Array(await newPicture('png', 'yellow'))], { type: 'image/png' });
    await client.call('uploadBookCover', { params: { id: first }, file });
    const { covers, coverLock } = await client.call('listBookCovers', { params: { id: first } });
    expect([covers.length, coverLock]).toEqual([5, true]);
    expect(covers.map(({ isSelected }) => isSelected)).toEqual([true, false, false, false, false]);
  });

  it('is refused when it is no whole picture of a bearable size, and leaves nothing behind', async () => {
    await using world = await startWithShelf(kind);
    const { client, first } = world;
    const path = `/api/v1/books/${first}/cover`;
    const whole = await newPicture('jpeg', 'red');
    const png = await newPicture('png', 'red');
    const svg = Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>',
    );
    const html = Buffer.from('<!doctype html><script>alert(1)</script>');
    const refused: readonly (readonly [string, Buffer, number, { field?: string; type?: string }?])[] = [
      ['an SVG', svg, 400, { field: 'cover', type: 'image/svg+xml' }],
      ['a raw SVG', svg, 400, { type: 'image/svg+xml' }],
      ['HTML under the name of a picture', html, 400, { field: 'cover', type: 'image/png' }],
      ['HTML', html, 415, { type: 'text/html' }],
      ['JSON', Buffer.from('{}'), 415, { type: 'application/json' }],
      ['half a JPEG', whole.subarray(0, whole.length / 2), 400],
      ['half a PNG', png.subarray(0, png.length / 2), 400],
      ['a header alone', png.subarray(0, 33), 400],
      ['an empty file', Buffer.alloc(0), 400, { field: 'cover' }],
      ['nothing', Buffer.alloc(0), 400],
      ['another field', whole, 400, { field: 'avatar' }],
      ['too many pixels', newPngBomb(30_000, 30_000), 400],
      ['pixels that never come', newPngBomb(9_000, 9_000), 400],
      ['a form that is none', Buffer.from('not a form'), 400, { type: 'multipart/form-data; boundary=x' }],
      ['a form without a boundary', whole, 400, { type: 'multipart/form-data' }],
    ];
    for (const [what, bytes, status, options] of refused) {
      const response = await sendPicture(client, path, bytes, options);
      const { message } = (await response.json()) as { readonly message: string };
      expect([what, response.status, message.length > 10]).toEqual([what, status, true]);
    }
    expect((await client.call('listBookCovers', { params: { id: first } })).covers).toEqual([]);
    expect(world.takeTold()).toEqual([]);
  });

  it('is refused when it is too large, raw or in a form', async () => {
    await using world = await startWithShelf(kind);
    const path = `/api/v1/books/${world.first}/cover`;
    const large = Buffer.alloc(20 * 1024 * 1024 + 1);
    for (const options of [{}, { field: 'cover' }]) {
      expect((await sendPicture(world.client, path, large, options)).status).toBe(413);
    }
  });

  it('is refused the second time, naming the cover that it is', async () => {
    await using world = await startWithShelf(kind);
    const { client, first } = world;
    const file = new Blob([new Uint8Array(await newPicture('png', 'red'))], { type: 'image/png' });
    const { id } = await client.call('uploadBookCover', { params: { id: first }, file });
    const again = await expectRefusal(client.call('uploadBookCover', { params: { id: first }, file }));
    expect([again.status, again.details]).toEqual([400, { coverId: id }]);
    expect((await client.call('listBookCovers', { params: { id: first } })).covers).toHaveLength(1);
  });
});

describe.each(databases)('the covers of one series on %s', (kind) => {
  it('are a hundred at most', async () => {
    await using world = await startWithShelf(kind);
    const { client, server, seriesId } = world;
    const rows = Array.from({ length: 100 }, (_, index) => {
      const stamps = { createdAt: index, updatedAt: index };
      return { id: randomUUIDv7(), seriesId, source: 'upload', coverKey: String(index), ...stamps };
    });
    await server.context.db.transaction(async (tx) => tx.write.insertInto('cover').values(rows).execute());
    const file = new Blob([new Uint8Array(await newPicture('png', 'red'))], { type: 'image/png' });
    const refused = await expectRefusal(client.call('uploadSeriesCover', { params: { id: seriesId }, file }));
    expect([refused.status, refused.message]).toEqual([409, expect.stringContaining('100 covers')]);
    expect((await world.seriesNow()).selectedCoverSource).toBe(null);
  });
});

describe.each(databases)('the choice of a cover on %s', (kind) => {
  it('goes from one to another, to the automatic one and back, each time told', async () => {
    await using world = await startWithShelf(kind);
    const { client, first, seriesId, shelf, takeTold } = world;
    const params = { id: first };
    const ids: string[] = [];
    for (const color of ['red', 'green']) {
      const file = new Blob([new Uint8Array(await newPicture('png', color))], { type: 'image/png' });
      ids.push((await client.call('uploadBookCover', { params, file })).id);
    }
    const [red = '', green = ''] = ids;
    const all = [`book ${first}`, `series ${seriesId}`, `library ${shelf.libraryId}`];
    const look = async () => (await lookAt(client, `/api/v1/books/${first}/thumbnail`)).rgb;
    expect([takeTold(), await look()]).toEqual([[...all, ...all], GREEN]);
    expect(await client.call('selectBookCover', { params: { id: first, coverId: red } })).toMatchObject({
      id: red,
      isSelected: true,
    });
    expect([takeTold(), await look()]).toEqual([all, RED]);
    await client.call('selectBookCover', { params: { id: first, coverId: red } });
    expect(takeTold()).toEqual([]);
    await client.call('resetBookCover', { params });
    expect(takeTold()).toEqual(all);
    expect(await world.bookNow(first)).toMatchObject({
      coverVersion: null,
      selectedCoverSource: null,
      hasCustomCover: true,
    });
    expect((await client.call('listBookCovers', { params })).coverLock).toBe(false);
    await client.call('selectBookCoverSource', { params, body: { source: 'upload' } });
    expect(await look()).toEqual(GREEN);
    await client.call('deleteBookCover', { params: { id: first, coverId: green } });
    const { covers, coverLock } = await client.call('listBookCovers', { params });
    expect([covers.map(({ id }) => id), coverLock]).toEqual([[red], false]);
    await client.call('deleteBookCover', { params: { id: first, coverId: red } });
    expect((await world.bookNow(first)).hasCustomCover).toBe(false);
    const gone = await expectRefusal(client.call('deleteBookCover', { params: { id: first, coverId: red } }));
    const none = await expectRefusal(client.call('selectBookCoverSource', { params, body: { source: 'upload' } }));
    const bad = await expectRefusal(client.call('selectBookCoverSource', { params, body: { source: 'mine' } }));
    expect([gone.status, none.status, bad.status]).toEqual([404, 409, 400]);
  });

  it('lets a series follow one of its books, until that is gone', async () => {
    await using world = await startWithShelf(kind);
    const { client, server, shelf, second, seriesId, takeTold } = world;
    const params = { id: seriesId };
    const send = async (color: string) => {
      const file = new Blob([new Uint8Array(await newPicture('png', color))], { type: 'image/png' });
      await client.call('uploadBookCover', { params: { id: second }, file });
    };
    const early = await expectRefusal(
      client.call('selectSeriesCoverSource', { params, body: { source: `book:${second}` } }),
    );
    await send('red');
    const other = await shelf.addBook(await shelf.addSeries('Other'), '1');
    const stranger = await expectRefusal(
      client.call('selectSeriesCoverSource', { params, body: { source: `book:${other}` } }),
    );
    expect([early.status, stranger.status]).toEqual([409, 404]);
    const { covers } = await client.call('selectSeriesCoverSource', { params, body: { source: `book:${second}` } });
    expect(covers).toMatchObject([{ source: 'book', fromBookId: second, isSelected: true, seriesId }]);
    takeTold();
    await send('blue');
    expect(takeTold()).toEqual([`book ${second}`, `series ${seriesId}`, `library ${shelf.libraryId}`]);
    const look = async () => (await lookAt(client, `/api/v1/series/${seriesId}/thumbnail`)).rgb;
    expect([await look(), (await world.seriesNow()).selectedCoverSource]).toEqual([BLUE, 'book']);
    await server.context.db.transaction(async (tx) => tx.write.deleteFrom('book').where('id', '=', second).execute());
    expect(await look()).toEqual(BLUE);
    await client.call('resetSeriesCover', { params });
    expect(await world.seriesNow()).toMatchObject({ coverVersion: null, selectedCoverSource: null });
  });

  it('belongs to those who may write, and is seen by those who may read', async () => {
    await using world = await startWithShelf(kind);
    const { client, server, first, seriesId } = world;
    const user = { username: 'reader', password: 'the same for all' };
    await createUser(server.context, { ...user, email: null, role: 'reader' });
    const reader = await signIn(server, user);
    const file = new Blob([new Uint8Array(await newPicture('png', 'red'))], { type: 'image/png' });
    const { id: coverId } = await client.call('uploadBookCover', { params: { id: first }, file });
    const writes = [
      reader.call('uploadBookCover', { params: { id: first }, file }),
      reader.call('chooseBookPageCover', { params: { id: first }, body: { page: 1 } }),
      reader.call('selectBookCoverSource', { params: { id: first }, body: { source: 'automatic' } }),
      reader.call('selectBookCover', { params: { id: first, coverId } }),
      reader.call('resetBookCover', { params: { id: first } }),
      reader.call('deleteBookCover', { params: { id: first, coverId } }),
      reader.call('uploadSeriesCover', { params: { id: seriesId }, file }),
      reader.call('generateBookThumbnail', { params: { id: first } }),
      reader.call('cleanupThumbnails', {}),
    ];
    const statuses = await Promise.all(writes.map(async (write) => (await expectRefusal(write)).status));
    expect(new Set(statuses)).toEqual(new Set([403]));
    const { covers } = await reader.call('listBookCovers', { params: { id: first } });
    expect((await lookAt(reader, covers[0]?.path ?? '')).rgb).toEqual(RED);
    // A cover of a book is none of another book, nor of a series.
    const elsewhere = [`books/${world.second}`, `series/${seriesId}`, `books/${UNKNOWN}`];
    for (const owner of elsewhere) {
      const response = await reader.fetch(`/api/v1/${owner}/covers/${coverId}/image`);
      expect([owner, response.status]).toEqual([owner, 404]);
    }
    const { id: userId } = await reader.call('getCurrentUser', {});
    const nobody: Viewer = {
      userId,
      username: 'u',
      role: 'reader',
      permissions: new Set(),
      sessionId: null,
      libraryIds: [],
    };
    const wanted = { kind: 'book', id: first, coverId } as const;
    await expect(getCoverOwner(server.context, nobody, 'book', first)).rejects.toMatchObject({ kind: 'NotFound' });
    await expect(getCoverImage(server.context, nobody, wanted, {})).rejects.toMatchObject({ kind: 'NotFound' });
  });
});
