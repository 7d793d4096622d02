import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chapter, type EpubParts, writeEpub, writeOpf } from '../../../../fixtures/epub-writer.ts';
import { memorySource } from '../../../../fixtures/memory-source.ts';
import { jpeg, png } from '../../../../fixtures/pictures.ts';
import { FormatError } from '../format-error.ts';
import { DEFAULT_LIMITS } from '../limits.ts';
import { type EpubStructure, type ReaderResult } from '../reading.ts';
import { openZip } from '../zip/open.ts';
import { readEpub } from './read-epub.ts';

async function read(parts: EpubParts): Promise<ReaderResult> {
  return readEpub(openZip(memorySource(writeEpub(parts)), DEFAULT_LIMITS), DEFAULT_LIMITS);
}

async function outcome(parts: EpubParts): Promise<ReaderResult | string> {
  try {
    return await read(parts);
  } catch (error) {
    if (error instanceof FormatError) return error.code;
    throw error;
  }
}

function getStructure({ epub }: ReaderResult): EpubStructure {
  if (epub === null) throw new Error('An EPUB without structure');
  return epub;
}

function codes({ problems }: ReaderResult): readonly string[] {
  return problems.map(({ code }) => code);
}

const xhtml = (id: string, href: string, more = ''): string =>
  `<item id="${id}" href="${href}" media-type="application/xhtml+xml" ${more}/>`;
const picture = (id: string, href: string, more = ''): string =>
  `<item id="${id}" href="${href}" media-type="image/png" ${more}/>`;
const words = chapter(`<p>${'Many words of text. '.repeat(20)}</p>`);

describe('readEpub finds the package document', () => {
  it('through container.xml, percent-encoded or not', async () => {
    const container = (path: string): string => `\ufeff<container><rootfile full-path="${path}"/></container>`;
    expect(getStructure(await read({ container: container('OPS%2Fbook.opf') })).readingOrder).toHaveLength(1);
    expect(getStructure(await read({ container: container('OPS/book.opf') })).readingOrder).toHaveLength(1);
  });

  it('without container.xml, and when it names a missing file', async () => {
    expect(codes(await read({ container: null }))).toEqual(['epub.no-container']);
    expect(codes(await read({ container: '<container><rootfile full-path="gone.opf"/></container>' }))).toEqual([
      'epub.no-package',
    ]);
  });

  it('as the first readable one of several', async () => {
    const container =
      '<container><rootfile full-path="bad.opf" media-type="application/oebps-package+xml"/>' +
      '<rootfile full-path="OPS/book.opf" media-type="application/oebps-package+xml"/></container>';
    expect(getStructure(await read({ container, files: { 'bad.opf': 'nothing' } })).readingOrder).toHaveLength(1);
  });

  it('in UTF-16, and mended when broken', async () => {
    const metadata = '<dc:title>Zażółć 二</dc:title>';
    const opf = Buffer.from(`\ufeff${writeOpf({ metadata }).replace('utf-8', 'utf-16')}`, 'utf16le');
    expect((await read({ opf })).metadata.title).toBe('Zażółć 二');
    const broken = await read({ opf: writeOpf({ metadata: '<dc:title>A & B</dc:title>' }) });
    expect(broken.metadata.title).toBe('A & B');
    expect(codes(broken)).toEqual(['xml.malformed']);
  });

  it.each([
    ['epub.bad-package', { opf: 'no xml at all' }],
    ['epub.bad-package', { opf: '<html/>' }],
    ['epub.empty-spine', { spine: '' }],
    ['epub.empty-spine', { spine: '<itemref idref="gone"/>' }],
  ])('or fails with %s', async (code, parts) => {
    expect(await outcome(parts)).toBe(code);
  });
});

describe('readEpub reads manifest and spine', () => {
  it('with encoded, odd and escaping hrefs', async () => {
    const book = await read({
      manifest:
        xhtml('a', 'caf%C3%A9%20one.xhtml') +
        xhtml('b', '100%.xhtml') +
        xhtml('c', '/OPS/C1.XHTML') +
        xhtml('d', '../../../x.xhtml'),
      spine: '<itemref idref="a"/><itemref idref="b"/><itemref idref="c"/><itemref idref="d"/>',
      files: { 'OPS/café one.xhtml': words, 'OPS/100%.xhtml': words, 'x.xhtml': words },
    });
    const { resources, readingOrder } = getStructure(book);
    expect(readingOrder.map(({ resource }) => resources[resource]?.href)).toEqual([
      'OPS/café one.xhtml',
      'OPS/100%.xhtml',
      'OPS/c1.xhtml',
      'x.xhtml',
    ]);
  });

  it('with missing files reported, remote ones ignored and forgotten ones added', async () => {
    const book = await read({
      manifest:
        xhtml('c1', 'c1.xhtml') +
        xhtml('gone', 'gone.xhtml') +
        '<item id="r" href="http://example.org/a.mp3" media-type="audio/mpeg"/>',
      spine: '<itemref idref="gone"/><itemref idref="c1" linear="no"/>',
      files: { 'OPS/extra.css': 'p{}', 'OPS/.hidden.css': '', 'OPS/notes.db': 'x' },
    });
    expect(codes(book).toSorted()).toEqual(['epub.missing-resource', 'epub.missing-spine-item']);
    expect(getStructure(book).resources.map(({ href }) => href)).toEqual(['OPS/c1.xhtml', 'OPS/extra.css']);
    expect(getStructure(book).readingOrder).toMatchObject([{ resource: 0, linear: false }]);
  });

  it('with one position for every 1,024 bytes begun', async () => {
    const size = (length: number): string => chapter('x'.repeat(length - chapter('').length));
    const book = await read({
      manifest: xhtml('a', 'a.xhtml') + xhtml('b', 'b.xhtml') + xhtml('c', 'c.xhtml'),
      spine: '<itemref idref="a"/><itemref idref="b"/><itemref idref="c"/>',
      files: { 'OPS/a.xhtml': size(1024), 'OPS/b.xhtml': size(1025), 'OPS/c.xhtml': '' },
    });
    expect(getStructure(book).readingOrder.map(({ positions }) => positions)).toEqual([1, 2, 1]);
    expect(book).toMatchObject({ layout: 'reflowable', pageCount: 4 });
  });

  it('with the layout and the side of the spread each spine item states', async () => {
    const long = chapter('x'.repeat(5000));
    const parts = {
      manifest: xhtml('a', 'a.xhtml') + xhtml('b', 'b.xhtml') + xhtml('c', 'c.xhtml'),
      spine: `<itemref idref="a" properties="rendition:layout-pre-paginated page-spread-right"/>
        <itemref idref="b" properties="rendition:layout-reflowable rendition:page-spread-center"/><itemref idref="c"/>`,
      files: { 'OPS/a.xhtml': long, 'OPS/b.xhtml': long, 'OPS/c.xhtml': long },
    };
    const listPlaces = async (metadata: string) => getStructure(await read({ ...parts, metadata })).readingOrder;
    expect(await listPlaces('')).toEqual([
      { resource: 0, linear: true, positions: 1, layout: 'fixed', page: 'right' },
      { resource: 1, linear: true, positions: 5, page: 'center' },
      { resource: 2, linear: true, positions: 5 },
    ]);
    expect(await listPlaces('<meta property="rendition:layout">pre-paginated</meta>')).toEqual([
      { resource: 0, linear: true, positions: 1, page: 'right' },
      { resource: 1, linear: true, positions: 5, layout: 'reflowable', page: 'center' },
      { resource: 2, linear: true, positions: 1 },
    ]);
  });
});

describe('readEpub reads metadata', () => {
  it('of EPUB 3 with refinements', async () => {
    const { metadata } = await read({
      spineAttributes: 'page-progression-direction="rtl"',
      metadata: `<dc:title id="s">Sub</dc:title><dc:title id="t">Main Title</dc:title>
        <meta refines="#s" property="title-type">subtitle</meta><meta refines="#t" property="title-type">main</meta>
        <meta refines="#t" property="file-as">Title, Main</meta>
        <dc:creator id="b">Second</dc:creator><dc:creator id="a">Jane Roe</dc:creator>
        <meta refines="#a" property="display-seq">1</meta><meta refines="#b" property="display-seq">2</meta>
        <meta refines="#a" property="role" scheme="marc:relators">aut</meta>
        <meta refines="#a" property="file-as">Roe, Jane</meta><meta refines="#b" property="role">ill</meta>
        <dc:contributor id="c">Tess</dc:contributor><meta refines="#c" property="role">trl</meta>
        <dc:contributor id="k">calibre</dc:contributor><meta refines="#k" property="role">bkp</meta>
        <meta property="belongs-to-collection" id="x">A Set</meta>
        <meta property="belongs-to-collection" id="col">The Series</meta>
        <meta refines="#col" property="collection-type">series</meta>
        <meta refines="#col" property="group-position">2.5</meta>
        <dc:identifier>urn:isbn:9780306406157</dc:identifier><dc:language>EN_gb</dc:language>
        <dc:date>2018-03-04T10:00:00Z</dc:date><dc:publisher>House</dc:publisher>
        <dc:subject>Fantasy</dc:subject><dc:subject>fantasy</dc:subject>
        <dc:description>&lt;p&gt;A &lt;b&gt;bold&lt;/b&gt; story.&lt;/p&gt;</dc:description>`,
    });
    expect(metadata).toEqual({
      title: 'Main Title',
      titleSort: 'Title, Main',
      subtitle: 'Sub',
      contributors: [
        { name: 'Jane Roe', role: 'author', sortName: 'Roe, Jane' },
        { name: 'Second', role: 'illustrator' },
        { name: 'Tess', role: 'translator' },
      ],
      series: 'The Series',
      number: '2.5',
      seriesPosition: 2.5,
      isbns: ['9780306406157'],
      languageIso: 'en-GB',
      year: 2018,
      month: 3,
      day: 4,
      publisher: 'House',
      subjects: ['Fantasy'],
      genres: ['Fantasy'],
      summary: 'A bold story.',
      readingDirection: 'rtl',
      sources: ['OPS/book.opf'],
    });
  });

  it('of EPUB 2 with attributes and the fields of calibre', async () => {
    const { metadata } = await read({
      version: '2.0',
      metadata: `<dc:title>T</dc:title><dc:creator opf:role="aut" opf:file-as="Doe, J">J Doe</dc:creator>
        <dc:identifier opf:scheme="ISBN">0-306-40615-2</dc:identifier><dc:identifier>0804429570</dc:identifier>
        <dc:date opf:event="conversion">2021-01-01</dc:date><dc:date opf:event="publication">1999</dc:date>
        <meta name="calibre:series" content="S"/><meta name="calibre:series_index" content="4.5"/>
        <meta name="calibre:title_sort" content="T, A"/><meta name="calibre:rating" content="8"/>`,
    });
    expect(metadata).toEqual({
      title: 'T',
      titleSort: 'T, A',
      contributors: [{ name: 'J Doe', role: 'author', sortName: 'Doe, J' }],
      isbns: ['0306406152'],
      year: 1999,
      series: 'S',
      number: '4.5',
      seriesPosition: 4.5,
      communityRating: 4,
      sources: ['OPS/book.opf'],
    });
  });
});

describe('readEpub reads navigation', () => {
  it('from the navigation document', async () => {
    const book = await read({
      manifest: xhtml('c1', 'c1.xhtml') + xhtml('nav', 'nav/nav.xhtml', 'properties="nav"'),
      files: {
        'OPS/nav/nav.xhtml': chapter(`<nav epub:type="toc"><ol>
          <li><a href="../c1.xhtml#a">One</a><ol><li><span>Two <b>b</b></span></li></ol></li>
          <li><a href="http://example.org/">Out</a></li></ol></nav>
          <nav epub:type="landmarks"><ol><li><a href="../c1.xhtml">Start</a></li></ol></nav>
          <nav epub:type="page-list"><ol><li><a href="../c1.xhtml#p1">1</a></li></ol></nav>`),
      },
    });
    expect(getStructure(book)).toMatchObject({
      toc: [
        { title: 'One', href: 'OPS/c1.xhtml#a', children: [{ title: 'Two b', href: null, children: [] }] },
        { title: 'Out', href: null },
      ],
      landmarks: [{ title: 'Start', href: 'OPS/c1.xhtml' }],
      pageList: [{ title: '1', href: 'OPS/c1.xhtml#p1' }],
    });
  });

  it('from the NCX and the guide', async () => {
    const ncx = '<item id="ncx" href="toc.ncx" media-type="application/x-dtbncx+xml"/>';
    const book = await read({
      manifest: xhtml('c1', 'c1.xhtml') + ncx,
      spineAttributes: 'toc="ncx"',
      after: '<guide><reference type="text" title="Begin" href="c1.xhtml"/></guide>',
      files: {
        'OPS/toc.ncx': `<ncx><navMap><navPoint><navLabel><text>One</text></navLabel><content src="c1.xhtml"/>
          <navPoint><navLabel><text>Two</text></navLabel><content src="c1.xhtml#b"/></navPoint></navPoint></navMap>
          <pageList><pageTarget><navLabel><text>7</text></navLabel><content src="c1.xhtml#p7"/></pageTarget></pageList></ncx>`,
      },
    });
    expect(getStructure(book)).toMatchObject({
      toc: [{ title: 'One', href: 'OPS/c1.xhtml', children: [{ title: 'Two', href: 'OPS/c1.xhtml#b' }] }],
      landmarks: [{ title: 'Begin', href: 'OPS/c1.xhtml' }],
      pageList: [{ title: '7', href: 'OPS/c1.xhtml#p7' }],
    });
  });

  it('as empty when it is broken', async () => {
    const book = await read({
      manifest: xhtml('c1', 'c1.xhtml') + xhtml('nav', 'nav.xhtml', 'properties="nav"'),
      files: { 'OPS/nav.xhtml': '' },
    });
    expect(getStructure(book).toc).toEqual([]);
    expect(codes(book)).toEqual(['xml.malformed']);
  });
});

describe('readEpub finds the cover', () => {
  const files = {
    'OPS/a.png': png(10, 10).bytes,
    'OPS/b.png': png(20, 30).bytes,
    'OPS/page.xhtml': chapter('<img src="b.png"/>'),
    'OPS/nav.xhtml': chapter(
      '<nav epub:type="landmarks"><ol><li><a epub:type="cover" href="page.xhtml#x">c</a></li></ol></nav>',
    ),
  };
  const base = xhtml('c1', 'c1.xhtml') + picture('a', 'a.png');
  it.each([
    ['by property', { manifest: base + picture('b', 'b.png', 'properties="cover-image"') }],
    ['by meta', { manifest: base + picture('b', 'b.png'), metadata: '<meta name="cover" content="b"/>' }],
    [
      'by meta that holds a path',
      { manifest: base + picture('x', 'b.png'), metadata: '<meta name="cover" content="b.png"/>' },
    ],
    [
      'by the cover page of the guide',
      {
        manifest: base + picture('b', 'b.png') + xhtml('p', 'page.xhtml'),
        after: '<guide><reference type="cover" href="page.xhtml"/></guide>',
      },
    ],
    [
      'by the cover page of the landmarks',
      {
        manifest:
          base +
          picture('b', 'b.png') +
          xhtml('p', 'page.xhtml') +
          '<item id="n" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>',
      },
    ],
    ['by an id that says cover', { manifest: base + picture('my-cover-image', 'b.png') }],
    [
      'by the first picture of the first page',
      {
        manifest: base + picture('b', 'b.png') + xhtml('p', 'page.xhtml'),
        spine: '<itemref idref="p"/><itemref idref="c1"/>',
      },
    ],
  ])('%s', async (_how, parts) => {
    const book = await read({ ...parts, files });
    expect(getStructure(book).coverHref).toBe('OPS/b.png');
    expect(book.cover?.bytes).toEqual(files['OPS/b.png']);
    expect(book.pages[0]).toMatchObject({ name: 'OPS/b.png', width: 20, height: 30, mediaType: 'image/png' });
  });

  it('nowhere when nothing says which', async () => {
    expect((await read({ manifest: base + picture('d', 'discovery.png'), files })).cover).toBeNull();
  });

  it('in a drawing, without its script', async () => {
    const item = '<item id="s" href="cover.svg" media-type="image/svg+xml" properties="cover-image"/>';
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script><rect width="1" height="1"/></svg>';
    const book = await read({ manifest: xhtml('c1', 'c1.xhtml') + item, files: { 'OPS/cover.svg': svg } });
    expect(book.cover?.mediaType).toBe('image/svg+xml');
    expect(Buffer.from(book.cover?.bytes ?? []).toString()).not.toContain('script');
  });
});

describe('readEpub decides between pages and text', () => {
  const files = {
    'OPS/1.png': png(10, 15).bytes,
    'OPS/2.jpg': jpeg.bytes,
    'OPS/icon.png': png(2, 2).bytes,
    'OPS/p1.xhtml': chapter(
      '<img src="icon.png"/><div><img src="1.png"/></div><p>Text over the picture of this page</p>',
    ),
    'OPS/p2.xhtml': chapter('<svg><image xlink:href="2.jpg"/></svg>'),
    'OPS/p3.xhtml': chapter('<svg viewBox="0 0 1 1"><path d="M0 0"/></svg>'),
  };
  const manifest =
    xhtml('p1', 'p1.xhtml') +
    xhtml('p2', 'p2.xhtml') +
    xhtml('p3', 'p3.xhtml') +
    picture('i1', '1.png') +
    '<item id="i2" href="2.jpg" media-type="image/jpg"/>' +
    picture('icon', 'icon.png');
  const spine = '<itemref idref="p1"/><itemref idref="p2"/>';

  it.each([
    ['the layout of EPUB 3', { metadata: '<meta property="rendition:layout">pre-paginated</meta>', files }],
    ['the statement of Kindle books', { metadata: '<meta name="fixed-layout" content="true"/>', files }],
    [
      'the options of Apple Books',
      {
        files: {
          ...files,
          'META-INF/com.apple.ibooks.display-options.xml':
            '<display_options><platform name="*"><option name="fixed-layout">true</option></platform></display_options>',
        },
      },
    ],
    [
      'the layout of every spine item',
      {
        files,
        spine:
          '<itemref idref="p1" properties="rendition:layout-pre-paginated"/><itemref idref="p2" properties="rendition:layout-pre-paginated"/>',
      },
    ],
  ])('one page a spine item by %s', async (_how, parts) => {
    const book = await read({ manifest, spine, ...parts });
    expect(book).toMatchObject({ layout: 'pages', pageCount: 2, epub: { layout: 'fixed' } });
    expect(book.pages).toMatchObject([
      { name: 'OPS/1.png', mediaType: 'image/png', width: 10, height: 15 },
      { name: 'OPS/2.jpg', mediaType: 'image/jpeg', width: 12, height: 18 },
    ]);
  });

  it('pictures in the spine itself', async () => {
    const book = await read({ manifest, spine: '<itemref idref="i1"/><itemref idref="i2"/>', files });
    expect(book).toMatchObject({ layout: 'pages', pageCount: 2, epub: { layout: 'reflowable' } });
  });

  it('a page a picture when there is no text', async () => {
    const strip = { ...files, 'OPS/p1.xhtml': chapter('<img src="1.png"/>\n<img src="2.jpg"/>') };
    const book = await read({ manifest, spine: '<itemref idref="p1"/>', files: strip });
    expect(book.pages.map(({ name }) => name)).toEqual(['OPS/1.png', 'OPS/2.jpg']);
  });

  it('text as text, its pictures in reading order and the rest behind', async () => {
    const text = {
      ...files,
      'OPS/p1.xhtml': chapter(`<p>${'word '.repeat(50)}</p><img src="2.jpg"/><img src="gone.png"/>`),
    };
    const book = await read({ manifest, spine: '<itemref idref="p1"/>', files: text });
    expect(book.layout).toBe('reflowable');
    expect(book.pages.map(({ name }) => name)).toEqual(['OPS/2.jpg', 'OPS/1.png', 'OPS/icon.png']);
    expect(codes(book)).toContain('epub.missing-resource');
  });

  it('a fixed layout that is drawn, not pictured, as text', async () => {
    const metadata = '<meta property="rendition:layout">pre-paginated</meta>';
    const book = await read({ manifest, metadata, spine: '<itemref idref="p3"/><itemref idref="p3"/>', files });
    expect(book).toMatchObject({ layout: 'reflowable', pageCount: 2, epub: { layout: 'fixed' } });
  });
});

describe('readEpub and encryption', () => {
  const encryption = (algorithm: string, uri: string): string =>
    `<encryption><EncryptedData><EncryptionMethod Algorithm="${algorithm}"/><CipherData><CipherReference URI="${uri}"/>
    </CipherData></EncryptedData></encryption>`;
  const manifest =
    xhtml('c1', 'c1.xhtml') + '<item id="f" href="f.otf" media-type="font/otf"/>' + picture('i', 'i.png');
  const files = { 'OPS/f.otf': Buffer.alloc(2000), 'OPS/i.png': png(4, 4).bytes };

  it('keeps the key of obfuscated fonts', async () => {
    const idpf = encryption('http://www.idpf.org/2008/embedding', 'OPS/f.otf');
    const adobe = encryption('http://ns.adobe.com/pdf/enc#RC', 'OPS/f.otf');
    const of = async (xml: string): Promise<unknown> =>
      getStructure(await read({ manifest, files: { ...files, 'META-INF/encryption.xml': xml } })).resources[1]
        ?.obfuscation;
    expect(await of(idpf)).toEqual({ method: 'idpf', key: 'c57559ab86b073c0692543d32569b9ddf6480f1d' });
    expect(await of(adobe)).toEqual({ method: 'adobe', key: '12345678123442348234123456789abc' });
  });

  it('does not take the method of an encrypted key for that of the file', async () => {
    const key = '<KeyInfo><EncryptedKey><EncryptionMethod Algorithm="urn:rsa"/></EncryptedKey></KeyInfo><CipherData>';
    const xml = encryption('http://www.idpf.org/2008/embedding', 'OPS/f.otf').replace('<CipherData>', key);
    const book = await read({ manifest, files: { ...files, 'META-INF/encryption.xml': xml } });
    expect(getStructure(book).resources[1]?.obfuscation?.method).toBe('idpf');
  });

  it('refuses a book whose text is encrypted', async () => {
    const xml = encryption('http://www.w3.org/2001/04/xmlenc#aes128-cbc', 'OPS/c1.xhtml');
    expect(await outcome({ manifest, files: { ...files, 'META-INF/encryption.xml': xml } })).toBe('epub.encrypted');
  });

  it('keeps a book of which only a picture is encrypted', async () => {
    const xml = encryption('http://www.w3.org/2001/04/xmlenc#aes128-cbc', 'OPS/i.png');
    const book = await read({ manifest, files: { ...files, 'META-INF/encryption.xml': xml } });
    expect(book.pages[0]?.source).toEqual({ kind: 'unreadable', code: 'entry.encrypted' });
  });
});

describe('readEpub and hostile documents', () => {
  const opf = writeOpf({ metadata: '<dc:title>T</dc:title>', spineAttributes: 'toc="n"' });
  const ncx =
    '<ncx><navMap><navPoint><navLabel><text>One</text></navLabel><content src="c1.xhtml"/></navPoint></navMap></ncx>';

  it('opens or refuses a package document cut at every byte', async () => {
    const found = new Set<string>();
    for (let length = 0; length < opf.length; length += 1) {
      const result = await outcome({ opf: opf.slice(0, length) });
      found.add(typeof result === 'string' ? result : 'read');
    }
    expect([...found].toSorted()).toEqual(['epub.bad-package', 'epub.empty-spine', 'read']);
  });

  it('opens a book whose NCX is cut at every byte', async () => {
    const manifest = xhtml('c1', 'c1.xhtml') + '<item id="n" href="n.ncx" media-type="application/x-dtbncx+xml"/>';
    for (let length = 0; length < ncx.length; length += 1) {
      const book = await read({ manifest, files: { 'OPS/n.ncx': ncx.slice(0, length) } });
      expect(getStructure(book).toc.length).toBeLessThanOrEqual(1);
    }
  });

  it('opens or refuses a package document with flipped bytes', async () => {
    const codesSeen = /^epub\.|^xml\./;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(opf.length - 1), fc.nat(255)), { minLength: 1, maxLength: 6 }),
        async (flips) => {
          const bytes = Buffer.from(opf);
          for (const [at, byte] of flips) bytes[at] = byte;
          const result = await outcome({ opf: bytes });
          if (typeof result === 'string') expect(result).toMatch(codesSeen);
          else expect(result.pageCount).toBeGreaterThan(0);
        },
      ),
      { numRuns: 200 },
    );
  });

  it('reads no more of a bomb than a document may have', async () => {
    const book = await readEpub(
      openZip(memorySource(writeEpub({ files: { 'OPS/c1.xhtml': `<a>${' '.repeat(3000)}</a>` } })), DEFAULT_LIMITS),
      { ...DEFAULT_LIMITS, documentBytes: 2000 },
    );
    expect(codes(book)).toEqual(['xml.too-large']);
  });
});
