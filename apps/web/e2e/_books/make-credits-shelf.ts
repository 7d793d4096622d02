import { png } from '../../../../fixtures/pictures.ts';
import { writeZip } from '../../../../fixtures/zip-writer.ts';
import { writeShelf, type WrittenShelf } from './write-shelf.ts';

type Stated = Readonly<Record<string, string>>;

const HARBOUR = {
  Writer: 'Ada Marsh',
  Penciller: 'Ada Marsh, Bo Quill',
  Publisher: 'Night Press',
  Imprint: 'Small Hours',
  Characters: 'The Keeper, Old Tom',
  Teams: 'Harbour Watch',
};
const ORCHARD = { Writer: 'Ada Marsh', Publisher: 'Orbit House' };

/** Books by path, with what their ComicInfo states. */
const BOOKS: Readonly<Record<string, Stated>> = {
  'Harbour/Harbour v01.cbz': HARBOUR,
  'Harbour/Harbour v02.cbz': HARBOUR,
  'Harbour/Harbour v05.cbz': { Publisher: 'Night Press' },
  'Orchard/Orchard.cbz': ORCHARD,
  'Chapters/Chapters v01 c001.cbz': { Writer: 'Ursula Le Guin' },
  'Chapters/Chapters v01 c002.cbz': {},
  'Chapters/Chapters v01 c004.cbz': {},
  'Chapters/Chapters v03 c009.cbz': {},
  'Chapters/Chapters c010.cbz': {},
  'Chapters/Art of Chapters.cbz': {},
};

function comic(shade: number, stated: Stated): Buffer {
  const elements = Object.entries(stated).map(([name, value]) => `<${name}>${value}</${name}>`);
  return writeZip([
    { name: '001.png', bytes: png(200, 300, shade).bytes },
    { name: 'ComicInfo.xml', bytes: Buffer.from(`<?xml version="1.0"?><ComicInfo>${elements.join('')}</ComicInfo>`) },
  ]);
}

/** Three series with people, publishers and characters; two of them lack volumes or chapters. */
export async function makeCreditsShelf(): Promise<WrittenShelf> {
  const books = Object.entries(BOOKS).map(([path, stated], index) => [path, comic(40 + index * 17, stated)] as const);
  return await writeShelf(Object.fromEntries(books));
}
