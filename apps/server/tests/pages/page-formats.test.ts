import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { bmp, jxl } from '../../../../fixtures/pictures.ts';
import { writeZip } from '../../../../fixtures/zip-writer.ts';
import { newBookFolder } from '../_harness/book-folder.ts';
import { type Client, setupAdmin } from '../_harness/client.ts';
import { databases } from '../_harness/databases.ts';
import { startServer } from '../_harness/start-server.ts';

const HEIC = join(import.meta.dirname, '../../../../fixtures/pictures/page.heic');
/** What the browsers of today say they take, without JPEG XL and HEIC. */
const BROWSER = { accept: 'image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8' };
const SAFARI = {
  accept: 'image/webp,image/avif,image/jxl,image/heic,image/heic-sequence,video/*;q=0.8,image/png,*/*;q=0.5',
};
const OLD = { accept: 'image/png,image/jpeg,*/*' };

async function fetchPage(client: Client, id: string, page: string, headers = {}) {
  const answer = await client.fetch(`/api/v1/books/${id}/pages/${page}`, { headers });
  const { headers: given, status } = answer;
  const bytes = Buffer.from(await answer.arrayBuffer());
  return { status, type: given.get('content-type'), vary: given.get('vary'), etag: given.get('etag'), bytes };
}

describe.each(databases)('pages that not every browser shows, on %s', (kind) => {
  it('go out converted to those who do not take them, and as they are stored to everybody else', async () => {
    await using server = await startServer(kind);
    await using folder = await newBookFolder(server);
    const admin = await setupAdmin(server);
    const heic = await readFile(HEIC);
    const tiff = await sharp({ create: { width: 30, height: 20, channels: 3, background: '#c02040' } })
      .tiff()
      .toBuffer();
    const id = await folder.addFile(
      'Book.cbz',
      writeZip([
        { name: '1.heic', bytes: heic },
        { name: '2.tif', bytes: tiff },
      ]),
    );
    for (const headers of [{}, SAFARI, { accept: 'image/*' }]) {
      const stored = await fetchPage(admin, id, '1', headers);
      expect(stored).toMatchObject({ status: 200, type: 'image/heic' });
      expect(stored.vary).toContain('accept');
      expect(stored.bytes.equals(heic)).toBe(true);
    }
    const shown = await fetchPage(admin, id, '1', BROWSER);
    expect(shown).toMatchObject({ status: 200, type: 'image/webp' });
    expect(shown.vary).toContain('accept');
    expect(shown.etag).not.toBe((await fetchPage(admin, id, '1')).etag);
    expect(await sharp(shown.bytes).metadata()).toMatchObject({ format: 'webp', width: 400, height: 565 });
    expect(await fetchPage(admin, id, '2', OLD)).toMatchObject({ status: 200, type: 'image/jpeg' });
    const small = await fetchPage(admin, id, '1?width=100&format=jpeg');
    expect(await sharp(small.bytes).metadata()).toMatchObject({ format: 'jpeg', width: 100, height: 141 });
  });

  it('name the header that chose the format of a smaller picture, and no other', async () => {
    await using server = await startServer(kind);
    await using folder = await newBookFolder(server);
    const admin = await setupAdmin(server);
    const create = { width: 90, height: 60, channels: 3, background: '#c02040' } as const;
    const pages = [
      { name: '1.gif', bytes: await sharp({ create }).gif().toBuffer() },
      { name: '2.png', bytes: await sharp({ create }).png().toBuffer() },
    ];
    const id = await folder.addFile('Book.cbz', writeZip(pages));
    expect(await fetchPage(admin, id, '1?width=64', BROWSER)).toMatchObject({ type: 'image/webp', vary: 'accept' });
    expect(await fetchPage(admin, id, '1?width=64', OLD)).toMatchObject({ type: 'image/jpeg', vary: 'accept' });
    expect(await fetchPage(admin, id, '1?width=64&format=png', OLD)).toMatchObject({ type: 'image/png', vary: null });
    expect(await fetchPage(admin, id, '1', BROWSER)).toMatchObject({ type: 'image/gif', vary: null });
    expect(await fetchPage(admin, id, '2?width=64', BROWSER)).toMatchObject({ type: 'image/png', vary: null });
  });

  it('have covers, and what cannot be drawn says why', async () => {
    await using server = await startServer(kind);
    await using folder = await newBookFolder(server);
    const admin = await setupAdmin(server);
    const id = await folder.addFile(
      'Book.cbz',
      writeZip([
        { name: '1.bmp', bytes: bmp(300, 450).bytes },
        { name: '2.jxl', bytes: jxl.bytes },
      ]),
    );
    const bitmap = await fetchPage(admin, id, '1', BROWSER);
    expect(bitmap.type).toBe('image/bmp');
    const small = await fetchPage(admin, id, '1?width=100', BROWSER);
    expect(await sharp(small.bytes).metadata()).toMatchObject({ format: 'webp', width: 100, height: 150 });
    const cover = Buffer.from(await (await admin.fetch(`/api/v1/books/${id}/thumbnail`)).arrayBuffer());
    expect(await sharp(cover).metadata()).toMatchObject({ format: 'webp', width: 300, height: 450 });
    const torn = await fetchPage(admin, id, '2?format=webp');
    expect(torn.status).toBe(404);
    expect(String(torn.bytes)).toContain('JPEG XL');
  });

  it('are neither decoded nor kept when they fit as they are stored', async () => {
    await using server = await startServer(kind);
    await using folder = await newBookFolder(server);
    const admin = await setupAdmin(server);
    const page = await sharp({ create: { width: 60, height: 90, channels: 3, background: '#888' } })
      .jpeg()
      .toBuffer();
    const id = await folder.addFile('Book.cbz', writeZip([{ name: '1.jpg', bytes: page }]));
    for (const query of ['1?width=60', '1?width=4000&height=4000', '1?format=jpeg', '1?width=100&format=jpeg']) {
      const same = await fetchPage(admin, id, query);
      expect(same.bytes.equals(page)).toBe(true);
      expect(same.etag).toBe((await fetchPage(admin, id, '1')).etag);
    }
    const kept = await readdir(join(server.context.config.dataDir, 'cache'), { recursive: true }).catch(() => []);
    expect(kept).toEqual([]);
  });
});
