import { chapter, writeEpub } from '../../../../fixtures/epub-writer.ts';
import { writePdf } from '../../../../fixtures/pdf-writer.ts';
import { png } from '../../../../fixtures/pictures.ts';
import { writeZip } from '../../../../fixtures/zip-writer.ts';
import { writeShelf, type WrittenShelf } from './write-shelf.ts';

interface Page {
  readonly width: number;
  readonly height: number;
}

const TALL: Page = { width: 400, height: 600 };
const WIDE: Page = { width: 800, height: 600 };

function comic(pages: readonly (Page | 'damaged')[]): Buffer {
  const damaged = Buffer.concat([png(40, 60).bytes.subarray(0, 40), Buffer.alloc(40)]);
  return writeZip(
    pages.map((page, index) => ({
      name: `${String(index + 1).padStart(3, '0')}.png`,
      bytes: page === 'damaged' ? damaged : png(page.width, page.height, 60 + index * 20).bytes,
    })),
  );
}

const PARAGRAPH = 'The lamp was lit every evening, and every evening somebody came to read by it. '.repeat(6);
const text = (title: string, more = '') =>
  chapter(`<h1>${title}</h1>${`<p>${PARAGRAPH}</p>`.repeat(24)}${more}`, '<script>document.title = "ran"</script>');

function novel(): Buffer {
  const item = (id: string) => `<item id="${id}" href="${id}.xhtml" media-type="application/xhtml+xml"/>`;
  const nav = chapter(
    `<nav xmlns:epub="http://www.idpf.org/2007/ops" epub:type="toc"><ol>
      <li><a href="c1.xhtml">The lamp</a></li><li><a href="c2.xhtml">The guest</a></li></ol></nav>`,
  );
  return writeEpub({
    metadata: '<dc:title>Evenings</dc:title><dc:language>en</dc:language>',
    manifest: `${item('c1')}${item('c2')}<item id="nav" href="nav.xhtml" properties="nav" media-type="application/xhtml+xml"/>`,
    spine: '<itemref idref="c1"/><itemref idref="c2"/>',
    files: {
      'OPS/c1.xhtml': chapter(
        `<h1>The lamp</h1><p>Somebody <a href="c2.xhtml#late">came late</a>.</p>${`<p>${PARAGRAPH}</p>`.repeat(24)}`,
        '<script>document.documentElement.dataset.ran = "yes"</script>',
      ),
      'OPS/c2.xhtml': text('The guest', '<p id="late">It was the guest who came late.</p>'),
      'OPS/nav.xhtml': nav,
    },
  });
}

const BOOKS: Readonly<Record<string, Buffer>> = {
  'Lanterns/Lanterns 01.cbz': comic([TALL, TALL, TALL, WIDE, TALL, TALL, TALL]),
  'Lanterns/Lanterns 02.cbz': comic([TALL, TALL]),
  'Towers/Towers 01.cbz': comic([
    { width: 300, height: 2400 },
    { width: 300, height: 1800 },
    { width: 300, height: 2000 },
  ]),
  'Torn/Torn 01.cbz': comic([TALL, 'damaged', TALL]),
  'Evenings/Evenings.epub': novel(),
  'Papers/Papers.pdf': writePdf({
    pages: [1, 2, 3].map((grey) => ({ content: `0.${grey} g 10 10 80 130 re f` })),
  }),
};

/** Books for every reader. */
export async function makeReadingShelf(): Promise<WrittenShelf> {
  return writeShelf(BOOKS);
}
