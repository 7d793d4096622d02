import { hash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { bmp } from '../../../../../fixtures/pictures.ts';
import { writeZip } from '../../../../../fixtures/zip-writer.ts';
import { unpackReading } from '#db/repos/reading/stored-reading.ts';
import { createDerivedFiles } from '#files/data/derived-files.ts';
import { createCovers } from '#images/covers.ts';
import { takeCodingSlot } from '#images/coding-memory.ts';
import { createCodingSlots } from '#images/coding-slots.ts';
import { createPictureDecoder } from '#images/picture-decoder.ts';
import { anyPlace } from '../../../tests/_harness/any-place.ts';
import { createBookReaders } from './book-readers.ts';

const FIXTURES = resolve(import.meta.dirname, '../../../../../fixtures/good');
const COMIC = join(FIXTURES, 'cbz', 'stored.cbz');
const BOOKS = readdirSync(FIXTURES, { recursive: true, encoding: 'utf8' }).filter((name) =>
  /\.(?:cbz|cbr|epub|pdf)$/.test(name),
);

function openCovers() {
  const stack = new AsyncDisposableStack();
  const folder = mkdtempSync(join(tmpdir(), 'lectern-readers-'));
  stack.defer(() => rmSync(folder, { recursive: true }));
  const slots = createCodingSlots();
  const derived = createDerivedFiles(join(folder, 'cache'), 1e6);
  const covers = createCovers(join(folder, 'covers'), derived, slots, stack.use(createPictureDecoder()));
  const readers = stack.use(createBookReaders(anyPlace));
  return { folder, slots, covers, readers, [Symbol.asyncDispose]: async () => stack.disposeAsync() };
}

describe('readers of books', () => {
  it('draw the cover where they read it, the same that is drawn elsewhere', async () => {
    await using opened = openCovers();
    const { covers, readers } = opened;
    const cover = covers.order('background');
    const { drawn, cover: left } = await readers.read(COMIC, { background: true, cover });
    expect(left).toBeNull();
    const plain = await readers.read(COMIC);
    expect(plain.drawn).toBeUndefined();
    const elsewhere = await covers.put(plain.cover?.bytes ?? Buffer.alloc(0), 'background');
    expect(drawn).toEqual({ ok: true, cover: elsewhere });
    expect(readdirSync(join(opened.folder, 'covers', elsewhere.key.slice(0, 2))).sort()).toEqual([
      `${elsewhere.key}-240.webp`,
      `${elsewhere.key}-480.webp`,
    ]);
  });

  it('hash the file that was seen, and no other', async () => {
    await using opened = openCovers();
    const { folder, readers } = opened;
    const large = join(folder, 'large.cbz');
    writeFileSync(large, Buffer.alloc(700_001, 'a page'));
    for (const path of [COMIC, large, COMIC]) {
      const { size, mtimeMs } = statSync(path);
      const seen = { size, modifiedAt: Math.floor(mtimeMs) };
      expect(await readers.hash(path, seen, { background: true })).toBe(hash('sha256', readFileSync(path)));
      expect(await readers.hash(path, { ...seen, size: size + 1 })).toBeUndefined();
      expect(await readers.hash(path, { ...seen, modifiedAt: seen.modifiedAt - 1 })).toBeUndefined();
    }
    expect(await readers.hash(join(folder, 'gone.cbz'), { size: 0, modifiedAt: 0 })).toBeUndefined();
    const { size, mtimeMs } = statSync(folder);
    expect(await readers.hash(folder, { size, modifiedAt: Math.floor(mtimeMs) })).toBeUndefined();
  });

  it('wait for their turn among all pictures that are coded, and give it back', async () => {
    await using opened = openCovers();
    const { covers, readers, slots } = opened;
    const hold = async () => takeCodingSlot(slots.lend('viewer').place, () => undefined);
    const [one, two] = [await hold(), await hold()];
    let isRead = false;
    const reading = readers.read(COMIC, { cover: covers.order('background') }).then((answer) => {
      isRead = true;
      return answer;
    });
    // As good as ready when another file has been read by the same threads.
    await Promise.all([readers.read(COMIC), readers.read(COMIC)]);
    expect([isRead, existsSync(join(opened.folder, 'covers'))]).toEqual([false, false]);
    one[Symbol.dispose]();
    expect((await reading).drawn).toMatchObject({ ok: true });
    expect(await slots.run(async () => Promise.resolve('drawn'), 'background')).toBe('drawn');
    two[Symbol.dispose]();
  });

  it('hand over a picture that takes another decoder, and tell why one cannot be drawn', async () => {
    await using opened = openCovers();
    const { covers, readers } = opened;
    const cover = covers.order('viewer');
    const picture = bmp(5, 6).bytes;
    const comic = join(opened.folder, 'comic.cbz');
    writeFileSync(comic, writeZip([{ name: '1.bmp', bytes: picture }]));
    const { drawn, cover: left } = await readers.read(comic, { cover });
    expect([drawn, Buffer.from(left?.bytes ?? []).equals(picture)]).toEqual([undefined, true]);
    const refused = await readers.read(COMIC, { cover: { ...cover, folder: join(COMIC, 'no folder') } });
    expect(refused).toMatchObject({ cover: null, drawn: { ok: false, error: { code: 'ENOTDIR' } } });
  });

  it('pack what is kept of a book, and leave out its pages only where nothing is wrong', async () => {
    await using readers = createBookReaders(anyPlace);
    const odd: string[] = [];
    for (const name of BOOKS) {
      const { epub, outline, pages, ...whole } = await readers.read(join(FIXTURES, name));
      const { packed, pages: left, ...told } = await readers.readPacked(join(FIXTURES, name));
      expect(told, name).toEqual(whole);
      const kept = { format: told.format, layout: told.layout, pages, epub, outline };
      expect(await unpackReading(packed), name).toEqual(kept);
      if (left.length > 0) odd.push(name);
      const isOdd = told.problems.length > 0 || pages.some(({ width, height }) => width === null || height === null);
      expect(left, name).toEqual(isOdd ? pages : []);
    }
    expect(odd.length).toBeGreaterThan(0);
    expect(odd.length).toBeLessThan(BOOKS.length);
  });
});
