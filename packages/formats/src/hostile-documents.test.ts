import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { type EpubParts, writeEpub, writeOpf } from '../../../fixtures/epub-writer.ts';
import { memorySource } from '../../../fixtures/memory-source.ts';
import { writePdf } from '../../../fixtures/pdf-writer.ts';
import { avif, bmp, gif, jpeg, jxl, png, webp } from '../../../fixtures/pictures.ts';
import { readEpub } from './epub/read-epub.ts';
import { sanitizeCss } from './epub/sanitize-css.ts';
import { sanitizeSvg, sanitizeXhtml } from './epub/sanitize-xhtml.ts';
import { FormatError } from './format-error.ts';
import { probeImage } from './image/probe.ts';
import { DEFAULT_LIMITS } from './limits.ts';
import { readComicBookInfo } from './metadata/comic-book-info.ts';
import { readComicInfo } from './metadata/comic-info.ts';
import { readCoMet } from './metadata/comet.ts';
import { readMetronInfo } from './metadata/metron-info.ts';
import { readOpfSidecar } from './metadata/opf-sidecar.ts';
import { readSeriesJson } from './metadata/series-json.ts';
import { openObjects } from './pdf/objects.ts';
import { readPdf } from './pdf/read-pdf.ts';
import { readXmp } from './pdf/xmp.ts';
import { openZip } from './zip/open.ts';
import { parseXml } from './xml/parse-xml.ts';

/** CPU time all changed forms of one document may take together: some twenty times what they do. */
const CPU_SECONDS = 60;

interface Reader {
  readonly name: string;
  readonly bytes: Buffer;
  /** What it answers with; a `FormatError` stands for itself. */
  readonly read: (bytes: Buffer) => unknown;
}

const text = (name: string, document: string, read: Reader['read']): Reader => ({
  name,
  bytes: Buffer.from(document),
  read,
});

async function readInside(parts: EpubParts): Promise<unknown> {
  return readEpub(openZip(memorySource(writeEpub(parts)), DEFAULT_LIMITS), DEFAULT_LIMITS);
}

const manifest = (second: string): string =>
  `<item id="c1" href="c1.xhtml" media-type="application/xhtml+xml"/><item id="n" ${second}/>`;

function probe(bytes: Buffer): unknown {
  let length = Math.min(64, bytes.length);
  for (;;) {
    const result = probeImage(bytes.subarray(0, length), bytes.length);
    if (result.status !== 'more') return result;
    expect(result.bytes).toBeGreaterThan(length);
    length = result.bytes;
  }
}

function readObjects(bytes: Buffer): unknown {
  const objects = openObjects(memorySource(bytes));
  if (objects === undefined) return undefined;
  for (let number = 0; number < 10; number++) {
    const object = objects.load(number);
    if (object !== undefined) objects.expand(object, 4096);
  }
  return readXmp(objects);
}

const XMP = Buffer.from('<x:xmpmeta><rdf:RDF><rdf:Description dc:title="T"/></rdf:RDF></x:xmpmeta>');
const smallPdf = writePdf({
  pages: [{}],
  catalog: '/Metadata 3 0 R/PageLabels<</Nums[0<</S/r>>]>>',
  extra: [{ dictionary: '/Type/Metadata', bytes: XMP }],
});
const limits = DEFAULT_LIMITS;

const READERS: readonly Reader[] = [
  text('XML', '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "c">]><a b="c">&b;<![CDATA[x]]><d/></a>', (bytes) =>
    parseXml(bytes, limits),
  ),
  text(
    'ComicInfo',
    '<ComicInfo><Title>T</Title><Year>2001</Year><Web>https://a.b</Web><Pages><Page Image="0" Type="FrontCover"/></Pages></ComicInfo>',
    (bytes) => readComicInfo(bytes, limits),
  ),
  text(
    'MetronInfo',
    '<MetronInfo><Series lang="en"><Name>S</Name></Series><Arcs><Arc><Name>A</Name></Arc></Arcs><CoverDate>2001-02-03</CoverDate></MetronInfo>',
    (bytes) => readMetronInfo(bytes, limits),
  ),
  text('CoMet', '<comet><title>T</title><date>2001-02</date><writer>A</writer></comet>', (bytes) =>
    readCoMet(bytes, limits),
  ),
  text('ComicBookInfo', '{"ComicBookInfo/1.0":{"title":"T","tags":["a"],"credits":[{"person":"A, B"}]}}', (bytes) =>
    readComicBookInfo(bytes),
  ),
  text('series.json', '{"metadata":{"name":"S","year":2001,"status":"Ended"}}', (bytes) => readSeriesJson(bytes)),
  text('metadata.opf', writeOpf({ metadata: '<dc:title>T</dc:title>' }), (bytes) => readOpfSidecar(bytes)),
  text('a package document', writeOpf({ metadata: '<dc:title>T</dc:title>' }), async (bytes) =>
    readInside({ opf: bytes }),
  ),
  text(
    'a nav',
    '<html><body><nav epub:type="toc"><ol><li><a href="c1.xhtml#a">One</a><ol><li><span>x</span></li></ol></li></ol></nav></body></html>',
    async (bytes) =>
      readInside({
        manifest: manifest('href="n.xhtml" properties="nav" media-type="application/xhtml+xml"'),
        files: { 'OPS/n.xhtml': bytes },
      }),
  ),
  text(
    'an NCX',
    '<ncx><navMap><navPoint><navLabel><text>One</text></navLabel><content src="c1.xhtml"/><navPoint/></navPoint></navMap></ncx>',
    async (bytes) =>
      readInside({
        version: '2.0',
        manifest: manifest('href="n.ncx" media-type="application/x-dtbncx+xml"'),
        spineAttributes: 'toc="n"',
        files: { 'OPS/n.ncx': bytes },
      }),
  ),
  text(
    'encryption.xml',
    '<encryption><EncryptedData><EncryptionMethod Algorithm="http://www.idpf.org/2008/embedding"/><CipherData><CipherReference URI="OPS/f.otf"/></CipherData></EncryptedData></encryption>',
    async (bytes) => readInside({ files: { 'META-INF/encryption.xml': bytes } }),
  ),
  text(
    'an XHTML',
    '<html><head><style>p{a:url(b)}</style></head><body><p onclick="x">a<br/></p></body></html>',
    (bytes) => sanitizeXhtml(bytes, { path: 'a/b.xhtml' }),
  ),
  text('an SVG', '<svg><a href="x"><path d="M0"/></a><use xlink:href="#a"/></svg>', (bytes) => sanitizeSvg(bytes)),
  text('a style sheet', '@import "a.css";p{background:url("b.png")}/* c */', (bytes) => sanitizeCss(bytes, 'a.css')),
  { name: 'a JPEG', bytes: jpeg.bytes, read: probe },
  { name: 'a PNG', bytes: png(2, 2).bytes, read: probe },
  { name: 'a GIF', bytes: gif(2, 2).bytes, read: probe },
  { name: 'a WebP', bytes: webp.bytes, read: probe },
  { name: 'an AVIF', bytes: avif.bytes, read: probe },
  { name: 'a JPEG XL', bytes: jxl.bytes, read: probe },
  { name: 'a BMP', bytes: bmp(2, 2).bytes, read: probe },
  { name: 'the objects of a PDF', bytes: smallPdf, read: readObjects },
  { name: 'the objects of a PDF with a cross-reference stream', bytes: streamedPdf(), read: readObjects },
  { name: 'a PDF', bytes: smallPdf, read: async (bytes) => readPdf(memorySource(bytes), limits) },
];

async function check({ read }: Reader, bytes: Buffer): Promise<void> {
  let answer: unknown;
  try {
    answer = await read(bytes);
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    return;
  }
  // Neither database stores a zero byte or half a character.
  JSON.stringify(answer, (_key, value: unknown) => {
    if (typeof value === 'string' && (value.includes('\0') || !value.isWellFormed())) {
      expect.fail(`Cannot store "${value}"`);
    }
    return value;
  });
}

it('the streamed PDF is looked up by its streams', () => {
  expect(openObjects(memorySource(streamedPdf()))?.catalog?.entries.get('Type')).toEqual({
    kind: 'name',
    value: 'Catalog',
  });
});

it.each(['/Metadata', '0 /1', '(0) 1', '<<', ']', '%'])(
  'a PDF whose cross-reference table begins with %j is left alone',
  (rows) => {
    const end = smallPdf.lastIndexOf('xref\n0 ');
    const broken = Buffer.concat([smallPdf.subarray(0, end), Buffer.from(`xref\n${rows}`), smallPdf.subarray(end + 6)]);
    expect(openObjects(memorySource(broken))).toBeUndefined();
  },
);

describe.each(READERS)('$name', (reader) => {
  it('answers when it is whole', async () => {
    await expect(Promise.resolve(reader.read(reader.bytes))).resolves.not.toBeInstanceOf(Error);
  });

  it('cut at any byte, and with any byte changed, is answered or refused with a coded error', async () => {
    const before = process.threadCpuUsage();
    for (let at = 0; at < reader.bytes.length; at++) {
      await check(reader, reader.bytes.subarray(0, at));
      for (const mask of [0x01, 0x80, 0xff]) {
        const changed = Buffer.from(reader.bytes);
        changed.writeUInt8(changed.readUInt8(at) ^ mask, at);
        await check(reader, changed);
      }
    }
    const { user, system } = process.threadCpuUsage(before);
    expect((user + system) / 1e6).toBeLessThan(CPU_SECONDS);
  }, 300_000);
});

/** A PDF whose catalog lies in an object stream, and whose cross-reference is a predicted stream. */
function streamedPdf(): Buffer {
  const objects = '1 0 2 29 <</Type/Catalog/Pages 2 0 R>> <</Type/Pages/Count 0/Kids[]>>';
  const stream = (number: number, keys: string, bytes: Buffer): Buffer =>
    Buffer.concat([
      Buffer.from(`${number} 0 obj\n<<${keys}/Filter/FlateDecode/Length ${bytes.length}>>\nstream\n`),
      bytes,
      Buffer.from('\nendstream\nendobj\n'),
    ]);
  const head = Buffer.from('%PDF-1.7\n');
  const packed = stream(3, '/Type/ObjStm/N 2/First 9', deflateSync(Buffer.from(objects)));
  const tableAt = head.length + packed.length;
  const rows = [
    [0, 0, 0, 0],
    [2, 0, 3, 0],
    [2, 0, 3, 1],
    [1, 0, head.length, 0],
    [1, tableAt >> 8, tableAt & 0xff, 0],
  ];
  // Filter 2 of a row: each byte is the difference to the one above.
  const predicted = rows.map((row, index) => [
    2,
    ...row.map((byte, at) => (byte - (rows[index - 1]?.[at] ?? 0)) & 0xff),
  ]);
  const keys = '/Type/XRef/Size 5/W[1 2 1]/Root 1 0 R/DecodeParms<</Predictor 12/Columns 4>>';
  const table = stream(4, keys, deflateSync(Buffer.from(predicted.flat())));
  return Buffer.concat([head, packed, table, Buffer.from(`startxref\n${tableAt}\n%%EOF\n`)]);
}
