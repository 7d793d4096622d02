import { deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { memorySource } from '../../../../fixtures/memory-source.ts';
import { type PdfObject, type PdfPage, type PdfParts, writePdf } from '../../../../fixtures/pdf-writer.ts';
import { jpeg } from '../../../../fixtures/pictures.ts';
import { FormatError } from '../format-error.ts';
import { DEFAULT_LIMITS, type Limits } from '../limits.ts';
import { type ReaderResult } from '../reading.ts';
import { readPdf } from './read-pdf.ts';

async function read(bytes: Buffer, limits: Limits = DEFAULT_LIMITS): Promise<ReaderResult> {
  return readPdf(memorySource(bytes), limits);
}

async function outcome(bytes: Buffer, limits?: Limits): Promise<string> {
  try {
    const { pageCount } = await read(bytes, limits);
    return `pages ${pageCount}`;
  } catch (error) {
    if (error instanceof FormatError) return error.code;
    throw error;
  }
}

const onePage: PdfParts = { pages: [{}] };

describe('readPdf measures pages', () => {
  it('at two pixels a point, turned and cropped', async () => {
    const { pages, pageCount, layout } = await read(
      writePdf({
        pages: [
          { mediaBox: '0 0 595.276 841.89' },
          { mediaBox: '0 0 100 150', keys: '/Rotate 90' },
          { mediaBox: '0 0 100 150', keys: '/CropBox[10 10 60 30]' },
        ],
      }),
    );
    expect({ pageCount, layout }).toEqual({ pageCount: 3, layout: 'pages' });
    expect(pages.map(({ width, height }) => [width, height])).toEqual([
      [1191, 1684],
      [300, 200],
      [100, 40],
    ]);
    expect(pages[1]).toMatchObject({
      name: 'page-2',
      mediaType: 'image/jpeg',
      byteLength: 0,
      source: { kind: 'pdf', index: 1 },
    });
  });
});

describe('readPdf reads page labels', () => {
  const readLabels = async (labels: string): Promise<readonly (string | undefined)[]> => {
    const { pages } = await read(writePdf({ pages: [{}, {}, {}, {}], catalog: `/PageLabels<</Nums[${labels}]>>` }));
    return pages.map(({ label }) => label);
  };

  it('in letters, Roman numbers and with prefixes', async () => {
    expect(await readLabels('0<</S/r>>2<</S/D/P(A-)/St 7>>')).toEqual(['i', 'ii', 'A-7', 'A-8']);
  });

  it('not when they only count from 1, and not when they are damaged', async () => {
    const none = [undefined, undefined, undefined, undefined];
    expect(await readLabels('0<</S/D>>')).toEqual(none);
    expect(await readLabels('x')).toEqual(none);
    expect(await readLabels(`0<</P(${'x'.repeat(200)})>>`)).toEqual(none);
  });
});

describe('readPdf reads metadata', () => {
  it('from the information dictionary', async () => {
    const info =
      '<</Title(A Title)/Author(Jane Roe; John Doe)/Subject(About it)/Keywords(comic, ISBN 978-0-306-40615-7; test)' +
      '/CreationDate(D:20190203040506Z)>>';
    const { metadata } = await read(writePdf({ ...onePage, extra: [info], trailer: '/Info 3 0 R' }));
    expect(metadata).toEqual({
      title: 'A Title',
      contributors: [
        { name: 'Jane Roe', role: 'author' },
        { name: 'John Doe', role: 'author' },
      ],
      summary: 'About it',
      tags: ['comic', 'test'],
      isbns: ['9780306406157'],
      year: 2019,
      month: 2,
      day: 3,
      sources: ['Info'],
    });
  });

  it.each([
    ['Doe, Jane', ['Doe, Jane']],
    ['Jane Roe, John Doe', ['Jane Roe', 'John Doe']],
    ['Jane Roe and John Doe', ['Jane Roe', 'John Doe']],
  ])('takes the author "%s" as %j', async (author, names) => {
    const { metadata } = await read(
      writePdf({ ...onePage, extra: [`<</Author(${author})>>`], trailer: '/Info 3 0 R' }),
    );
    expect(metadata.contributors?.map(({ name }) => name)).toEqual(names);
  });

  const xmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="r" xmlns:dc="d"><rdf:Description rdf:about="" prism:isbn="9780306406157">
    <dc:title><rdf:Alt><rdf:li xml:lang="fr">Titre</rdf:li><rdf:li xml:lang="x-default">Title X</rdf:li></rdf:Alt></dc:title>
    <dc:creator><rdf:Seq><rdf:li>One</rdf:li><rdf:li>Two</rdf:li></rdf:Seq></dc:creator><dc:language><rdf:Bag><rdf:li>de-de</rdf:li></rdf:Bag></dc:language>
    <dc:subject><rdf:Bag><rdf:li>tag</rdf:li></rdf:Bag></dc:subject><dc:date>2001-05</dc:date><dc:publisher>House</dc:publisher>
    </rdf:Description></rdf:RDF></x:xmpmeta>`;
  const metadataStreams: readonly (readonly [string, PdfObject])[] = [
    ['plain', { dictionary: '/Type/Metadata/Subtype/XML', bytes: Buffer.from(xmp) }],
    ['packed', { dictionary: '/Type/Metadata/Filter/FlateDecode', bytes: deflateSync(Buffer.from(xmp)) }],
  ];
  it.each(metadataStreams)('from a %s XMP stream', async (_how, stream) => {
    const { metadata } = await read(writePdf({ ...onePage, extra: [stream], catalog: '/Metadata 3 0 R' }));
    expect(metadata).toEqual({
      title: 'Title X',
      contributors: [
        { name: 'One', role: 'author' },
        { name: 'Two', role: 'author' },
      ],
      languageIso: 'de-DE',
      tags: ['tag'],
      isbns: ['9780306406157'],
      publisher: 'House',
      year: 2001,
      month: 5,
      sources: ['XMP'],
    });
  });

  it('from an XMP stream behind a long cross-reference table', async () => {
    const stream = { dictionary: '', bytes: Buffer.from(xmp) };
    const fillers = Array.from({ length: 2_500 }, () => 'null');
    const { metadata } = await read(writePdf({ ...onePage, extra: [stream, ...fillers], catalog: '/Metadata 3 0 R' }));
    expect(metadata.title).toBe('Title X');
  });

  it('without a broken XMP stream', async () => {
    const stream = { dictionary: '/Filter/FlateDecode', bytes: Buffer.from('no zlib') };
    expect((await read(writePdf({ ...onePage, extra: [stream], catalog: '/Metadata 3 0 R' }))).metadata).toEqual({
      sources: [],
    });
  });
});

describe('readPdf reads the outline', () => {
  it('with pages, levels and targets outside the document', async () => {
    const { outline } = await read(
      writePdf({
        pages: [{}, {}],
        catalog: '/Outlines 3 0 R',
        extra: [
          '<</Type/Outlines/First 4 0 R/Last 6 0 R/Count 2>>',
          '<</Title(One)/Parent 3 0 R/Next 6 0 R/First 5 0 R/Last 5 0 R/Count 1/Dest[9 0 R/Fit]>>',
          '<</Title(Inside)/Parent 4 0 R/A<</S/GoTo/D[7 0 R/Fit]>>>>',
          '<</Title(Away)/Parent 3 0 R/Prev 4 0 R/A<</S/URI/URI(http://example.org/)>>>>',
        ],
      }),
    );
    expect(outline).toEqual([
      { title: 'One', pageIndex: 1, children: [{ title: 'Inside', pageIndex: 0, children: [] }] },
      { title: 'Away', pageIndex: null, children: [] },
    ]);
  });

  it('once, when it runs in circles', async () => {
    const { outline } = await read(
      writePdf({
        ...onePage,
        catalog: '/Outlines 3 0 R',
        extra: ['<</First 4 0 R>>', '<</Title(A)/Next 5 0 R/First 4 0 R>>', '<</Title(B)/Next 4 0 R>>'],
      }),
    );
    expect(outline.map(({ title }) => title)).toEqual(['A', 'B']);
  });
});

describe('readPdf takes the cover', () => {
  const picture = (keys = '', space = '/DeviceRGB'): PdfObject => ({
    dictionary: `/Type/XObject/Subtype/Image/Width 12/Height 18/BitsPerComponent 8/ColorSpace${space}/Filter/DCTDecode${keys}`,
    bytes: jpeg.bytes,
  });
  const page: PdfPage = {
    mediaBox: '0 0 100 150',
    resources: '/XObject<</I 3 0 R>>',
    content: 'q 100 0 0 150 0 0 cm /I Do Q',
  };

  const passed: readonly (readonly [string, Partial<PdfPage>, readonly PdfObject[]])[] = [
    ['alone', {}, []],
    ['with a clip around all of it', { content: 'q 0 0 100 150 re W n q 100 0 0 150 0 0 cm /I Do Q Q' }, []],
    ['in steps', { content: 'q 50 0 0 50 0 0 cm q 2 0 0 3 0 0 cm /I Do Q Q' }, []],
    ['in a box that does not begin at zero', { mediaBox: '10 20 110 170', content: '100 0 0 150 10 20 cm /I Do' }, []],
    ['on a page that is turned all the way', { keys: '/Rotate 360' }, []],
    ['on a page cropped to it', { mediaBox: '-50 -50 500 500', keys: '/CropBox[0 0 100 150]' }, []],
    ['on a page with an empty list of notes', { keys: '/Annots[]' }, []],
    [
      'marked and with settings that change nothing',
      {
        content: '/Artifact<</A 1>>BDC /G gs 1 0 0 rg q 100 0 0 150 0 0 cm /I Do Q EMC',
        resources: '/XObject<</I 3 0 R>>/ExtGState<</G<</Type/ExtGState/ca 1/CA 1/BM/Normal/SMask/None/AIS false>>>>',
      },
      [],
    ],
    ['beside a picture that is not drawn', { resources: '/XObject<</J 4 0 R/I 3 0 R>>' }, []],
  ];
  it.each(passed)('as it is stored when the first page is exactly one JPEG: %s', async (_how, changes, extra) => {
    const bytes = writePdf({ pages: [{ ...page, ...changes }], extra: [picture(), ...extra] });
    const { cover, pages } = await read(bytes);
    expect(cover?.mediaType).toBe('image/jpeg');
    expect(Buffer.from(cover?.bytes ?? [])).toEqual(jpeg.bytes);
    const [only] = pages;
    expect(only).toMatchObject({ width: 12, height: 18, byteLength: jpeg.bytes.length, mediaType: 'image/jpeg' });
    const source = only?.source.kind === 'stored' ? only.source : undefined;
    expect(bytes.subarray(source?.offset, (source?.offset ?? 0) + (source?.length ?? 0))).toEqual(jpeg.bytes);
  });

  const profiled = (name: string | Buffer): readonly PdfObject[] => [
    picture('', '[/ICCBased 4 0 R]'),
    { dictionary: '/N 3', bytes: Buffer.concat([Buffer.alloc(128), Buffer.from(name)]) },
  ];

  it('as it is stored only when a colour profile says what a picture without one looks like', async () => {
    const kinds: [string | Buffer, boolean][] = [
      ['sRGB IEC61966-2.1', true],
      [Buffer.from('sRGB', 'utf16le').swap16(), true],
      ['Adobe RGB (1998)', false],
      ['Display P3', false],
    ];
    for (const [name, isStored] of kinds) {
      const { pages } = await read(writePdf({ pages: [page], extra: profiled(name) }));
      expect([name, pages[0]?.source.kind]).toEqual([name, isStored ? 'stored' : 'pdf']);
    }
  });

  const drawn: readonly (readonly [string, Partial<PdfPage>, string])[] = [
    ['the page is turned', { keys: '/Rotate 180' }, ''],
    ['the page is cropped', { keys: '/CropBox[0 0 50 75]' }, ''],
    ['it is mirrored', { content: '-100 0 0 150 100 0 cm /I Do' }, ''],
    ['it is turned', { content: '0 150 -100 0 100 0 cm /I Do' }, ''],
    ['it has a margin', { content: '90 0 0 135 5 5 cm /I Do' }, ''],
    ['it is stretched', { mediaBox: '0 0 150 150', content: '150 0 0 150 0 0 cm /I Do' }, ''],
    ['something is drawn over it', { content: 'q 100 0 0 150 0 0 cm /I Do Q 0 0 10 10 re f' }, ''],
    ['it is clipped', { content: '10 10 20 20 re W n 100 0 0 150 0 0 cm /I Do' }, ''],
    [
      'it is transparent',
      { resources: '/XObject<</I 3 0 R>>/ExtGState<</G<</ca 0.5>>>>', content: '/G gs 100 0 0 150 0 0 cm /I Do' },
      '',
    ],
    ['it has a mask', {}, '/Mask[0 10 0 10 0 10]'],
    ['it has a soft mask', {}, '/SMask 3 0 R'],
    ['it is decoded in reverse', {}, '/Decode[1 0 1 0 1 0]'],
    ['the page has notes', { keys: '/Annots[<</Type/Annot/Subtype/Square/Rect[0 0 9 9]>>]' }, ''],
    ['it is drawn twice', { content: 'q 100 0 0 150 0 0 cm /I Do /I Do Q' }, ''],
    ['text stands over it', { content: 'q 100 0 0 150 0 0 cm /I Do Q BT (a) Tj ET' }, ''],
    ['there is a picture in the content', { content: 'q 100 0 0 150 0 0 cm /I Do Q BI /W 1 ID x EI' }, ''],
    ['it may be hidden', { content: '/OC /L BDC q 100 0 0 150 0 0 cm /I Do Q EMC' }, ''],
    ['it is clipped by what is no box', { content: '0 0 m 9 9 l W n 100 0 0 150 0 0 cm /I Do' }, ''],
    [
      'it is blended',
      { content: '/G gs 100 0 0 150 0 0 cm /I Do', resources: '/XObject<</I 3 0 R>>/ExtGState<</G<</BM/Multiply>>>>' },
      '',
    ],
    ['its settings are not there', { content: '/G gs 100 0 0 150 0 0 cm /I Do' }, ''],
    ['its bytes lie in another file', {}, '/F(other.jpg)'],
    ['it is of another size', { content: '100 0 0 150 0 0 cm /J Do', resources: '/XObject<</J 4 0 R>>' }, ''],
  ];
  it.each(drawn)('not when %s', async (_why, changes, keys) => {
    const { cover, pages } = await read(writePdf({ pages: [{ ...page, ...changes }], extra: [picture(keys)] }));
    expect(cover).toBeNull();
    expect(pages[0]?.source.kind).toBe('pdf');
  });

  it('not when its stated length is wrong, nor when its colours are not those it says', async () => {
    const whole = writePdf({ pages: [page], extra: [picture()] });
    const length = `/Length ${jpeg.bytes.length}`;
    const short = Buffer.from(whole);
    short.write(length.replace(/\d$/, '0'), short.indexOf(length), 'latin1');
    expect((await read(short)).cover).toBeNull();
    const grey = {
      dictionary: '/Subtype/Image/Width 12/Height 18/BitsPerComponent 8/ColorSpace/DeviceGray/Filter/DCTDecode',
      bytes: jpeg.bytes,
    };
    expect((await read(writePdf({ pages: [page], extra: [grey] }))).cover).toBeNull();
  });

  it('not when the JPEG is packed once more or in other colours', async () => {
    const packed = {
      dictionary:
        '/Subtype/Image/Width 12/Height 18/BitsPerComponent 8/ColorSpace/DeviceRGB/Filter[/FlateDecode/DCTDecode]',
      bytes: deflateSync(jpeg.bytes),
    };
    const indexed = {
      dictionary: '/Subtype/Image/Width 12/Height 18/BitsPerComponent 8/ColorSpace/DeviceCMYK/Filter/DCTDecode',
      bytes: jpeg.bytes,
    };
    expect((await read(writePdf({ pages: [page], extra: [packed] }))).cover).toBeNull();
    expect((await read(writePdf({ pages: [page], extra: [indexed] }))).cover).toBeNull();
  });
});

describe('readPdf refuses', () => {
  it.each([
    ['pdf.bad', Buffer.from('not a document')],
    ['pdf.bad', Buffer.alloc(0)],
    ['pdf.no-pages', writePdf({ pages: [] })],
  ])('with %s', async (code, bytes) => {
    expect(await outcome(bytes)).toBe(code);
  });

  it('too many pages', async () => {
    expect(await outcome(writePdf({ pages: [{}, {}, {}] }), { ...DEFAULT_LIMITS, pdfPages: 2 })).toBe(
      'pdf.too-many-pages',
    );
  });

  it('files of 2 GiB', async () => {
    const source = { ...memorySource(writePdf(onePage)), size: 2 ** 31 };
    await expect(readPdf(source, DEFAULT_LIMITS)).rejects.toMatchObject({ code: 'file.too-large' });
  });

  it('nothing it should not: a file cut at every 7th byte opens or fails with a code', async () => {
    const whole = writePdf({
      pages: [{ content: '0 0 10 10 re f' }],
      extra: ['<</Title(T)>>'],
      trailer: '/Info 3 0 R',
    });
    const found = new Set<string>();
    for (let length = 0; length < whole.length; length += 7) found.add(await outcome(whole.subarray(0, length)));
    expect([...found].every((one) => one === 'pdf.bad' || one === 'pdf.no-pages' || one === 'pages 1')).toBe(true);
    expect(found).toContain('pdf.bad');
  });

  it('nothing it should not: flipped bytes', async () => {
    const whole = writePdf({ pages: [{}, {}], extra: ['<</Title(T)>>'], trailer: '/Info 3 0 R' });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { minLength: 1, maxLength: 5 }),
        async (flips) => {
          const bytes = Buffer.from(whole);
          for (const [at, byte] of flips) bytes[at] = byte;
          expect(await outcome(bytes)).toMatch(/^(?:pages \d+|pdf\.[a-z-]+)$/);
        },
      ),
      { numRuns: 150 },
    );
  });

  it('as the disk does when a read fails, whichever', async () => {
    const bytes = writePdf({ pages: [{}], extra: ['<</Title(T)>>'], trailer: '/Info 3 0 R' });
    const failure = Object.assign(new Error('EIO: i/o error, read'), { code: 'EIO' });
    const whole = memorySource(bytes);
    await readPdf(whole, DEFAULT_LIMITS);
    for (let failAt = 0; failAt < whole.readCount(); failAt += 1) {
      await expect(readPdf(memorySource(bytes, failAt, failure), DEFAULT_LIMITS)).rejects.toBe(failure);
    }
  });
});
