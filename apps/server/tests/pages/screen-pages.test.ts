import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { writePdf } from '../../../../fixtures/pdf-writer.ts';
import { writeZip } from '../../../../fixtures/zip-writer.ts';
import { newBookFolder } from '../_harness/book-folder.ts';
import { type Client, setupAdmin } from '../_harness/client.ts';
import { databases } from '../_harness/databases.ts';
import { startServer } from '../_harness/start-server.ts';

async function fetchPage(client: Client, id: string, page: string, headers = {}) {
  const answer = await client.fetch(`/api/v1/books/${id}/pages/${page}`, { headers });
  const bytes = Buffer.from(await answer.arrayBuffer());
  const etag = answer.headers.get('etag') ?? '';
  return { status: answer.status, type: answer.headers.get('content-type'), etag, bytes };
}

/** A page with every tone: a ramp in colour. */
async function ramp(width: number, height: number): Promise<Buffer> {
  const samples = Uint8Array.from({ length: width * height * 3 }, (_, at) => {
    const pixel = Math.floor(at / 3);
    return at % 3 === 0 ? ((pixel % width) * 255) / width : (Math.floor(pixel / width) * 255) / height;
  });
  return await sharp(samples, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer();
}

async function readGreys(bytes: Buffer) {
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
  const colours = new Set<string>();
  for (let at = 0; at < data.length; at += info.channels) colours.add(data.subarray(at, at + 3).toString('hex'));
  // zero for each of the 16 greys
  const greys = new Set(Array.from(data, (value) => value % 17));
  return { width: info.width, height: info.height, greys, colours };
}

describe.each(databases)('pages for a screen of 16 greys, on %s', (kind) => {
  it('have exactly the width asked for and at most 16 greys, whatever the page', async () => {
    await using server = await startServer(kind);
    await using folder = await newBookFolder(server);
    const admin = await setupAdmin(server);
    const page = await ramp(600, 900);
    const turned = await sharp(await ramp(90, 60))
      .jpeg()
      .withMetadata({ orientation: 6 })
      .toBuffer();
    const id = await folder.addFile(
      'Book.cbz',
      writeZip([
        { name: '1.png', bytes: page },
        { name: '2-wide.png', bytes: await ramp(900, 300) },
        { name: '3-strip.png', bytes: await ramp(100, 4_000) },
        { name: '4-turned.jpg', bytes: turned },
        { name: '5-grey.png', bytes: await sharp(page).toColourspace('grey16').png().toBuffer() },
      ]),
    );
    const fetchSize = async (query: string) => {
      const { status, type, bytes } = await fetchPage(admin, id, query);
      expect([status, type]).toEqual([200, 'image/png']);
      // bit depth and colour type of the PNG
      expect([bytes.readUInt8(24), bytes.readUInt8(25)]).toEqual([4, 0]);
      const { width, height, greys, colours } = await readGreys(bytes);
      expect(greys).toEqual(new Set([0]));
      expect(colours.size).toBeGreaterThan(8);
      expect(colours.size).toBeLessThanOrEqual(16);
      return [width, height];
    };
    expect(await fetchSize('1?greys=16&width=313')).toEqual([313, 469]);
    expect(await fetchSize('1?greys=16&width=313&height=300')).toEqual([200, 300]);
    // never larger than it is stored
    expect(await fetchSize('1?greys=16&width=2000')).toEqual([600, 900]);
    expect(await fetchSize('1?greys=16')).toEqual([600, 900]);
    expect(await fetchSize('2?greys=16&width=501')).toEqual([501, 167]);
    expect(await fetchSize('3?greys=16&width=64')).toEqual([64, 2_560]);
    expect(await fetchSize('4?greys=16&width=30')).toEqual([30, 45]);
    expect(await fetchSize('5?greys=16&width=299')).toEqual([299, 449]);
    expect((await fetchPage(admin, id, '1')).bytes.equals(page)).toBe(true);
  });

  it('have tags of their own, are cached, and raise the contrast when asked', async () => {
    await using server = await startServer(kind);
    await using folder = await newBookFolder(server);
    const admin = await setupAdmin(server);
    const paper = await sharp({ create: { width: 80, height: 120, channels: 3, background: '#e9e9e9' } })
      .png()
      .toBuffer();
    const id = await folder.addFile('Book.cbz', writeZip([{ name: '1.png', bytes: paper }]));
    const queries = ['1', '1?width=40', '1?width=40&resample=even', '1?greys=16&width=40', '1?contrast=2'];
    const more = ['1?greys=16&width=40&contrast=2', '1?width=40&contrast=1', '1?greys=16&width=41'];
    const tags = new Set<string>();
    for (const query of [...queries, ...more]) {
      const { etag, status } = await fetchPage(admin, id, query);
      expect(status).toBe(200);
      tags.add(etag);
      expect((await fetchPage(admin, id, query, { 'if-none-match': etag })).status).toBe(304);
    }
    expect(tags.size).toBe(queries.length + more.length);
    expect((await fetchPage(admin, id, '1?contrast=0')).etag).toBe((await fetchPage(admin, id, '1')).etag);
    const { colours } = await readGreys((await fetchPage(admin, id, '1?greys=16&contrast=2')).bytes);
    expect(colours).toEqual(new Set(['ffffff']));
    const raised = await readGreys((await fetchPage(admin, id, '1?contrast=2')).bytes);
    expect(raised.colours).toEqual(new Set(['ffffff']));
    await server.context.derived.settled();
    const kept = await readdir(join(server.context.config.dataDir, 'cache'), { recursive: true });
    expect(kept.filter((name) => name.includes('g16')).length).toBeGreaterThan(2);
  });

  it('are made of drawn PDF pages, and animations stay as they are', async () => {
    await using server = await startServer(kind);
    await using folder = await newBookFolder(server);
    const admin = await setupAdmin(server);
    const pdf = await folder.addFile(
      'Book.pdf',
      writePdf({ pages: [{ mediaBox: '0 0 200 400', content: '0.43 0.2 0.8 rg 0 0 100 200 re f' }] }),
    );
    const drawn = await readGreys((await fetchPage(admin, pdf, '1?greys=16&width=333')).bytes);
    expect([drawn.width, drawn.height]).toEqual([333, 666]);
    expect(drawn.greys).toEqual(new Set([0]));
    const frames = await Promise.all(
      ['#f00', '#0f0'].map(async (background) =>
        sharp({ create: { width: 64, height: 64, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    );
    const moving = await sharp(frames, { join: { animated: true } })
      .gif({ delay: [100, 100] })
      .toBuffer();
    const id = await folder.addFile('Moving.cbz', writeZip([{ name: 'p.gif', bytes: moving }]));
    const { type, bytes } = await fetchPage(admin, id, '1?greys=16&width=32');
    expect(type).toBe('image/webp');
    expect(await sharp(bytes).metadata()).toMatchObject({ pages: 2, width: 32 });
  });

  it('refuse values that are none, and say what is valid', async () => {
    await using server = await startServer(kind);
    await using folder = await newBookFolder(server);
    const admin = await setupAdmin(server);
    const id = await folder.addFile('Book.cbz', writeZip([{ name: '1.png', bytes: await ramp(20, 30) }]));
    const refused = async (query: string) => {
      const { status, bytes } = await fetchPage(admin, id, `1?${query}`);
      return [status, (JSON.parse(bytes.toString()) as { message: string }).message];
    };
    for (const greys of ['0', '-16', '15', '1e9', 'x', '', '16.5']) {
      expect(await refused(`greys=${greys}`)).toEqual([400, expect.stringMatching(/"greys" is not valid: must be/)]);
    }
    for (const query of ['contrast=4', 'contrast=-1', 'contrast=1.5', 'contrast=x', 'resample=nearest']) {
      expect(await refused(query)).toEqual([400, expect.stringContaining('must be')]);
    }
    expect(await refused('greys=16&format=jpeg')).toEqual([
      400,
      'Pages in 16 greys are PNG: leave "format" out or ask for png, not jpeg',
    ]);
    expect((await fetchPage(admin, id, '1?greys=16&format=png')).status).toBe(200);
  });
});
