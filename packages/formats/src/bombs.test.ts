import { deflateRawSync, deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { writeEpub, writeOpf } from '../../../fixtures/epub-writer.ts';
import { memorySource } from '../../../fixtures/memory-source.ts';
import { writePdf } from '../../../fixtures/pdf-writer.ts';
import { png } from '../../../fixtures/pictures.ts';
import { writeRar4, writeRar5 } from '../../../fixtures/rar-writer.ts';
import { writeZip } from '../../../fixtures/zip-writer.ts';
import { readComic } from './comic/read-comic.ts';
import { readEpub } from './epub/read-epub.ts';
import { sanitizeXhtml } from './epub/sanitize-xhtml.ts';
import { FormatError } from './format-error.ts';
import { DEFAULT_LIMITS } from './limits.ts';
import { readComicBookInfo } from './metadata/comic-book-info.ts';
import { readComicInfo } from './metadata/comic-info.ts';
import { readCoMet } from './metadata/comet.ts';
import { readMetronInfo } from './metadata/metron-info.ts';
import { readOpfSidecar } from './metadata/opf-sidecar.ts';
import { readSeriesJson } from './metadata/series-json.ts';
import { readPdf } from './pdf/read-pdf.ts';
import { openRar } from './rar/open.ts';
import { type ReaderResult } from './reading.ts';
import { openZip } from './zip/open.ts';

const MEBIBYTE = 1024 * 1024;

interface Bound {
  /** CPU time of this thread: how busy the machine is does not matter. */
  readonly seconds: number;
  /** By how much the largest memory of the process may grow. */
  readonly mebibytes: number;
}

/** Runs the work within its bound; answers with what it gives, or the code it is refused with. */
async function within<T>({ seconds, mebibytes }: Bound, work: () => T | Promise<T>): Promise<T | string> {
  const cpu = process.threadCpuUsage();
  const { maxRSS } = process.resourceUsage();
  let answer: T | string;
  try {
    answer = await work();
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    answer = error.code;
  }
  const { user, system } = process.threadCpuUsage(cpu);
  expect((user + system) / 1e6).toBeLessThan(seconds);
  expect((process.resourceUsage().maxRSS - maxRSS) / 1024).toBeLessThan(mebibytes);
  return answer;
}

const readZip = async (bytes: Buffer): Promise<ReaderResult> =>
  readComic(openZip(memorySource(bytes), DEFAULT_LIMITS), DEFAULT_LIMITS);
const page = { name: '9.png', bytes: png(4, 4).bytes };

describe('a ZIP bomb', { timeout: 60_000 }, () => {
  it('of one entry that says how large it is stays packed: 1 s, 64 MiB', async () => {
    const bytes = writeZip([{ name: '1.png', bytes: Buffer.alloc(32 * MEBIBYTE), method: 8, length: 2 ** 31 }, page]);
    const reading = await within({ seconds: 1, mebibytes: 64 }, async () => readZip(bytes));
    expect(reading).toMatchObject({ problems: [{ code: 'entry.too-large' }], cover: { bytes: page.bytes } });
  });

  it('of one entry that lies about its size is unpacked no further than it says: 1 s, 64 MiB', async () => {
    const bytes = writeZip([{ name: '1.png', bytes: Buffer.alloc(128 * MEBIBYTE), method: 8, length: 1000 }]);
    const container = openZip(memorySource(bytes), DEFAULT_LIMITS);
    const answer = await within({ seconds: 1, mebibytes: 64 }, async () => {
      const [entry] = container.entries;
      return entry === undefined ? undefined : container.read(entry);
    });
    expect(answer).toBe('entry.corrupt');
  });

  it('of archives in archives is not opened further: 1 s, 64 MiB', async () => {
    let bytes = writeZip([{ name: '0.bin', bytes: Buffer.alloc(16 * MEBIBYTE), method: 8 }]);
    for (let level = 0; level < 6; level++) {
      bytes = writeZip(Array.from({ length: 16 }, (_, index) => ({ name: `${index}.cbz`, bytes, method: 8 })));
    }
    expect(await within({ seconds: 1, mebibytes: 64 }, async () => readZip(bytes))).toBe('comic.no-pages');
    const asPage = writeZip([{ name: '1.png', bytes }, page]);
    expect(await within({ seconds: 1, mebibytes: 64 }, async () => readZip(asPage))).toMatchObject({
      pageCount: 2,
      problems: [{ code: 'image.unknown' }],
    });
  });

  it('whose entries share one block is refused: 1 s, 64 MiB', async () => {
    const kernel = { name: '0.png', bytes: Buffer.alloc(64 * 1024), method: 8 };
    const bytes = writeZip([
      kernel,
      ...Array.from({ length: 5_000 }, (_, index) => ({ ...kernel, name: `${index + 1}.png`, sharesDataOf: 0 })),
    ]);
    expect(await within({ seconds: 1, mebibytes: 64 }, async () => readZip(bytes))).toBe('zip.overlap');
  });
});

describe('an archive of a million entries is refused', { timeout: 60_000 }, () => {
  const COUNT = 1_000_000;

  /** The same record so often. */
  function repeat(record: Buffer, times: number): Buffer {
    const all = Buffer.alloc(record.length * times);
    for (let at = 0; at < all.length; at += record.length) record.copy(all, at);
    return all;
  }

  const one = writeZip([{ name: '1.png', bytes: Buffer.alloc(0) }]);
  const directoryAt = one.indexOf('PK\u{1}\u{2}', 0, 'latin1');
  const endAt = one.indexOf('PK\u{5}\u{6}', 0, 'latin1');
  const record = one.subarray(directoryAt, endAt);

  it.each([
    ['as a ZIP that tells, and as one that says 65,535', 0xffff],
    ['as a ZIP that counts one', 1],
  ])('%s: 2 s, 400 MiB', async (_what, count) => {
    const end = Buffer.from(one.subarray(endAt));
    end.writeUInt16LE(count, 8);
    end.writeUInt16LE(count, 10);
    end.writeUInt32LE(record.length * COUNT, 12);
    const bytes = Buffer.concat([one.subarray(0, directoryAt), repeat(record, COUNT), end]);
    expect(await within({ seconds: 2, mebibytes: 400 }, async () => readZip(bytes))).toBe('zip.too-many-entries');
  });

  it('as a torn ZIP: 10 s, 400 MiB', async () => {
    const bytes = repeat(one.subarray(0, directoryAt), COUNT);
    expect(await within({ seconds: 10, mebibytes: 400 }, async () => readZip(bytes))).toBe('zip.too-many-entries');
  });

  it.each([
    ['a RAR 4', writeRar4, 20],
    ['a RAR 5', writeRar5, 16],
  ])('as %s: 10 s, 400 MiB', async (_what, write, mainEnd) => {
    const small = write([{ name: '1.png', bytes: Buffer.alloc(0) }]);
    // Behind signature and main header, up to the header of the end: 7 bytes in RAR 4, 8 in RAR 5.
    const header = small.subarray(mainEnd, small.length - (write === writeRar4 ? 7 : 8));
    const bytes = Buffer.concat([small.subarray(0, mainEnd), repeat(header, COUNT)]);
    const read = async (): Promise<ReaderResult> =>
      readComic(openRar(memorySource(bytes), DEFAULT_LIMITS), DEFAULT_LIMITS);
    expect(await within({ seconds: 10, mebibytes: 400 }, read)).toBe('rar.too-many-entries');
  });
});

const entities = (count: number, body: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => `<!ENTITY e${index} "${body(index)}">`).join('');

const XML_BOMBS: readonly (readonly [string, (root: string) => string])[] = [
  [
    'a billion laughs',
    (root) =>
      `<!DOCTYPE ${root} [${entities(30, (index) => (index === 0 ? 'lol' : `&e${index - 1};`.repeat(10)))}]><${root}><Title>&e29;</Title></${root}>`,
  ],
  [
    'one long entity used often',
    (root) =>
      `<!DOCTYPE ${root} [${entities(1, () => 'a'.repeat(MEBIBYTE))}]><${root}><Title>${'&e0;'.repeat(500_000)}</Title></${root}>`,
  ],
  [
    'an entity that is a file',
    (root) => `<!DOCTYPE ${root} [<!ENTITY e0 SYSTEM "file:///etc/passwd">]><${root}><Title>&e0;</Title></${root}>`,
  ],
  [
    'parameter entities',
    (root) =>
      `<!DOCTYPE ${root} [<!ENTITY % a "<!ENTITY &#37; b '%a;%a;'>"> %a; %b;]><${root}><Title>x</Title></${root}>`,
  ],
  ['a million levels', (root) => `<${root}>${'<a>'.repeat(MEBIBYTE)}`],
  ['a million elements', (root) => `<${root}>${'<a/>'.repeat(MEBIBYTE)}</${root}>`],
  [
    'a million attributes',
    (root) => `<${root} ${Array.from({ length: MEBIBYTE }, (_, index) => `a${index}=""`).join(' ')}/>`,
  ],
  ['a million ampersands', (root) => `<${root}><Title>${'&'.repeat(MEBIBYTE)}</Title></${root}>`],
  ['a document type that never ends', (root) => `<!DOCTYPE ${root} [${'<!ENTITY a "'.repeat(MEBIBYTE)}`],
  ['a text of 15 MiB', (root) => `<${root}><Title>${'a, '.repeat(5 * MEBIBYTE)}</Title></${root}>`],
];

describe.each(XML_BOMBS)('%s, in 10 s and 1 GiB', { timeout: 120_000 }, (_what, write) => {
  const bound = { seconds: 10, mebibytes: 1024 };

  it.each([
    ['ComicInfo', readComicInfo],
    ['MetronInfo', readMetronInfo],
    ['comet', readCoMet],
    ['package', readOpfSidecar],
  ])('harms no reader of %s', async (root, read) => {
    const bytes = Buffer.from(write(root));
    const reading = await within(bound, () => read(bytes, DEFAULT_LIMITS));
    expect(JSON.stringify(reading)).not.toMatch(/lollol|root:/);
  });

  it('harms no EPUB and no chapter', async () => {
    const bytes = Buffer.from(write('package'));
    const book = writeEpub({ opf: bytes });
    const read = async (): Promise<ReaderResult> =>
      readEpub(openZip(memorySource(book), DEFAULT_LIMITS), DEFAULT_LIMITS);
    expect(await within(bound, read)).toMatch(/^epub\.|^xml\./);
    const text = await within(bound, () => sanitizeXhtml(Buffer.from(write('html')), { path: 'a.xhtml' }));
    expect(text).not.toMatch(/lollol|root:/);
  });
});

describe('JSON that nests', () => {
  it.each(['[', '{"a":', '{"ComicBookInfo/1.0":'])('in %j by the million stays below 5 s and 1 GiB', async (piece) => {
    const bytes = Buffer.from(piece.repeat(MEBIBYTE));
    const bound = { seconds: 5, mebibytes: 1024 };
    expect(await within(bound, () => readComicBookInfo(bytes.subarray(0, MEBIBYTE)))).toMatchObject({ problems: [] });
    expect(await within(bound, () => readSeriesJson(bytes.subarray(0, 15 * MEBIBYTE)))).toMatchObject({
      problems: [{ code: 'series-json.malformed' }],
    });
  });
});

describe('a PDF bomb', { timeout: 120_000 }, () => {
  const bound = { seconds: 10, mebibytes: 512 };
  const read = async (bytes: Buffer): Promise<ReaderResult> => readPdf(memorySource(bytes), DEFAULT_LIMITS);

  it('in the metadata is given up by the library, which reads the next document: 20 s, 1.5 GiB', async () => {
    const metadata = {
      dictionary: '/Type/Metadata/Filter/FlateDecode',
      bytes: deflateSync(Buffer.alloc(128 * MEBIBYTE)),
    };
    const bytes = writePdf({ pages: [{}], catalog: '/Metadata 3 0 R', extra: [metadata] });
    expect(await within({ seconds: 20, mebibytes: 1536 }, async () => read(bytes))).toBe('pdf.crash');
    expect(await read(writePdf({ pages: [{}] }))).toMatchObject({ pageCount: 1 });
  });

  it('of arrays in arrays, and of bookmarks and page trees that run in circles, is answered: 10 s, 512 MiB', async () => {
    const nested = writePdf({ pages: [{}], catalog: `/X ${'['.repeat(MEBIBYTE)}` });
    const circle = writePdf({
      pages: [{}],
      catalog: '/Outlines 3 0 R/PageLabels 5 0 R',
      extra: ['<</First 4 0 R>>', '<</Title(a)/Parent 3 0 R/Next 4 0 R/First 4 0 R>>', '<</Kids[5 0 R 5 0 R]>>'],
    });
    for (const bytes of [nested, circle]) {
      const answer = await within(bound, async () => read(bytes));
      if (typeof answer === 'string') expect(answer).toMatch(/^pdf\./);
      else expect(answer.pageCount).toBe(1);
    }
  });
});

describe('an EPUB bomb', () => {
  it('of encrypted parts in encrypted parts is read once through: 4 s, 1 GiB', { timeout: 60_000 }, async () => {
    const inside = `${'<EncryptedData>'.repeat(250)}${'<a/>'.repeat(490_000)}${'</EncryptedData>'.repeat(250)}`;
    const book = writeEpub({ files: { 'META-INF/encryption.xml': `<encryption>${inside}</encryption>` } });
    const answer = await within({ seconds: 4, mebibytes: 1024 }, async () =>
      readEpub(openZip(memorySource(book), DEFAULT_LIMITS), DEFAULT_LIMITS),
    );
    expect(answer).toMatchObject({ layout: 'reflowable', problems: [] });
  });

  it('of chapters that expand a thousand times is read in its time: 30 s, 1 GiB', async () => {
    const chapter = Buffer.alloc(15 * MEBIBYTE, '<p>a</p>');
    const packed = deflateRawSync(chapter).length;
    expect(packed).toBeLessThan(MEBIBYTE);
    const names = Array.from({ length: 5 }, (_, index) => `c${index}`);
    const opf = writeOpf({
      manifest: names.map((id) => `<item id="${id}" href="${id}.xhtml" media-type="application/xhtml+xml"/>`).join(''),
      spine: names.map((id) => `<itemref idref="${id}"/>`).join(''),
    });
    const files = [
      {
        name: 'META-INF/container.xml',
        bytes: Buffer.from('<container><rootfiles><rootfile full-path="b.opf"/></rootfiles></container>'),
      },
      { name: 'b.opf', bytes: Buffer.from(opf) },
      ...names.map((name) => ({ name: `${name}.xhtml`, bytes: chapter, method: 8 })),
    ];
    const book = writeZip(files);
    const answer = await within({ seconds: 30, mebibytes: 1024 }, async () =>
      readEpub(openZip(memorySource(book), DEFAULT_LIMITS), DEFAULT_LIMITS),
    );
    expect(answer).toMatchObject({ layout: 'reflowable' });
  }, 120_000);
});
