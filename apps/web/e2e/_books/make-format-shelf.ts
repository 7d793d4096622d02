import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chapter, writeEpub } from '../../../../fixtures/epub-writer.ts';
import { writeFont } from '../../../../fixtures/font-writer.ts';
import { writePdf } from '../../../../fixtures/pdf-writer.ts';
import { avif, jpeg, png, webp } from '../../../../fixtures/pictures.ts';
import { writeZip } from '../../../../fixtures/zip-writer.ts';
import { animatedGif, twoColourJxl } from './special-pictures.ts';
import { writeShelf, type WrittenShelf } from './write-shelf.ts';

const GOOD = join(import.meta.dirname, '../../../../fixtures/good');
const fixture = (name: string) => readFileSync(join(GOOD, name));

/** Grey values of the generated comic pages, in reading order. */
export const SHADES = [70, 140, 210] as const;

function comic(method: 0 | 8, more: readonly { readonly name: string; readonly bytes: Buffer }[] = []): Buffer {
  const pages = SHADES.map((shade, index) => ({
    name: `${index + 1}.png`,
    bytes: png(200, 300, shade).bytes,
    method,
  }));
  return writeZip([...pages, ...more]);
}

function pictures(...files: readonly (readonly [name: string, bytes: Buffer])[]): Buffer {
  return writeZip(files.map(([name, bytes]) => ({ name, bytes })));
}

const MANGA = Buffer.from('<?xml version="1.0"?><ComicInfo><Manga>YesAndRightToLeft</Manga></ComicInfo>');

const WORDS = 'The harbour lay still, and nobody came down to the boats before noon. ';
const text = (title: string, head = '') => chapter(`<h1>${title}</h1>${`<p>${WORDS.repeat(8)}</p>`.repeat(20)}`, head);

const XHTML = 'media-type="application/xhtml+xml"';
const CHAPTERS = `<item id="c1" href="c1.xhtml" ${XHTML}/><item id="c2" href="c2.xhtml" ${XHTML}/>`;
const SPINE = '<itemref idref="c1"/><itemref idref="c2"/>';

function navPoint(order: number, title: string, href: string): string {
  return `<navPoint id="n${order}" playOrder="${order}"><navLabel><text>${title}</text></navLabel><content src="${href}"/></navPoint>`;
}

/** EPUB 2.0 of 2007, with an NCX table of contents. */
function oldEpub(): Buffer {
  return writeEpub({
    version: '2.0',
    metadata: '<dc:title>Harbour</dc:title><dc:language>en</dc:language>',
    manifest: `${CHAPTERS}<item id="ncx" href="toc.ncx" media-type="application/x-dtbncx+xml"/>`,
    spineAttributes: 'toc="ncx"',
    spine: SPINE,
    files: {
      'OPS/c1.xhtml': text('Morning'),
      'OPS/c2.xhtml': text('Noon'),
      'OPS/toc.ncx': `<ncx xmlns="http://www.daisy.org/z3986/2005/ncx/" version="2005-1"><navMap>${navPoint(1, 'Morning', 'c1.xhtml')}${navPoint(2, 'Noon', 'c2.xhtml')}</navMap></ncx>`,
    },
  });
}

/** Embeds a font whose capitals are squares of twice the usual width. */
function epubWithFont(): Buffer {
  const nav =
    '<nav xmlns:epub="http://www.idpf.org/2007/ops" epub:type="toc"><ol><li><a href="c1.xhtml">Squares</a></li></ol></nav>';
  return writeEpub({
    metadata: '<dc:title>Squares</dc:title><dc:language>en</dc:language>',
    manifest: `<item id="c1" href="c1.xhtml" ${XHTML}/><item id="nav" href="nav.xhtml" properties="nav" ${XHTML}/><item id="css" href="book.css" media-type="text/css"/><item id="font" href="fonts/square.ttf" media-type="font/ttf"/>`,
    spine: '<itemref idref="c1"/>',
    files: {
      'OPS/c1.xhtml': chapter(
        `<h1>Squares</h1><p><span class="squares">AAAA</span></p>${`<p>${WORDS.repeat(8)}</p>`.repeat(20)}`,
        '<link rel="stylesheet" type="text/css" href="book.css"/>',
      ),
      'OPS/nav.xhtml': chapter(nav),
      'OPS/book.css':
        '@font-face { font-family: "Square"; src: url("fonts/square.ttf"); } .squares { font-family: "Square"; }',
      'OPS/fonts/square.ttf': writeFont('Square'),
    },
  });
}

/** Text in a standard PDF font. */
function pdfOfText(): Buffer {
  const font = '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>';
  const page = (words: string) => ({
    mediaBox: '0 0 200 300',
    resources: '/Font<</F1 3 0 R>>',
    content: `BT /F1 30 Tf 20 150 Td (${words}) Tj ET`,
  });
  return writePdf({ extra: [font], pages: [page('First page'), page('Second page')] });
}

/** One photograph per page, as from a scanner. */
function pdfOfScans(): Buffer {
  const dictionary =
    '/Type/XObject/Subtype/Image/Width 12/Height 18/ColorSpace/DeviceRGB/BitsPerComponent 8/Filter/DCTDecode';
  const page = {
    mediaBox: '0 0 200 300',
    resources: '/XObject<</Im0 3 0 R>>',
    content: 'q 200 0 0 300 0 0 cm /Im0 Do Q',
  };
  return writePdf({ extra: [{ dictionary, bytes: jpeg.bytes }], pages: [page, page] });
}

/** One book of every supported format. */
export async function makeFormatShelf(): Promise<WrittenShelf> {
  return writeShelf({
    'Comics/Stored.cbz': comic(0),
    'Comics/Deflated.cbz': comic(8),
    'Comics/Packed 4.cbr': fixture('cbr/packed-rar3.cbr'),
    'Comics/Packed 5.cbr': fixture('cbr/packed-rar5.cbr'),
    'Comics/Solid.cbr': fixture('cbr/packed-rar3.solid.cbr'),
    'Comics/New.cbz': pictures(['1.webp', webp.bytes], ['2.avif', avif.bytes], ['3.jxl', twoColourJxl]),
    'Comics/Moving.cbz': pictures(['1.gif', animatedGif()], ['2.png', png(200, 300).bytes]),
    'Manga/Manga.cbz': comic(8, [{ name: 'ComicInfo.xml', bytes: MANGA }]),
    'Books/Harbour.epub': oldEpub(),
    'Books/Squares.epub': epubWithFont(),
    'Fixed/Fixed.epub': fixture('epub/fixed-layout.epub'),
    'Papers/Text.pdf': pdfOfText(),
    'Papers/Scans.pdf': pdfOfScans(),
  });
}
