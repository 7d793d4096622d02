import { png } from '../../../../fixtures/pictures.ts';
import { writeZip } from '../../../../fixtures/zip-writer.ts';
import { writeShelf, type WrittenShelf } from './write-shelf.ts';

interface Stated {
  readonly genre?: string;
  readonly tags?: string;
  readonly writer?: string;
  readonly publisher?: string;
  readonly year?: number;
}

const HORROR = { genre: 'Horror', publisher: 'Night Press', writer: 'Ada Marsh' } as const;
const SPACE = { genre: 'Science Fiction', publisher: 'Orbit House', writer: 'Bo Quill' } as const;

/** Series by name, with the metadata of their one book. */
const SERIES: Readonly<Record<string, Stated>> = {
  '7 Lamps': { ...HORROR, tags: 'ghosts', year: 1988 },
  'Ash Harbour': { ...HORROR, tags: 'sea, ghosts', year: 1994 },
  'Black Orchard': { ...HORROR, tags: 'trees', year: 2003 },
  'Cold Cellar': { ...HORROR, tags: 'ghosts', year: 2011 },
  'Distant Orbit': { ...SPACE, tags: 'ships', year: 1999 },
  'Éclair Engine': { ...SPACE, tags: 'ships', year: 2005 },
  'Far Colony': { ...SPACE, tags: 'planets', year: 2016 },
  'Glass Garden': { genre: 'Drama', publisher: 'Orbit House', year: 2001 },
  'Hollow Hills': { ...HORROR, year: 1979 },
  'Iron Tide': { ...SPACE, tags: 'sea', year: 2020 },
  'Juniper Lane': { genre: 'Drama', year: 2018 },
  'Kite Season': { genre: 'Drama', year: 2012 },
};

/** Series without metadata, which make the list longer than a screen. */
const PLAIN = [
  'Lantern',
  'Marble',
  'North',
  'Oak',
  'Paper',
  'Quartz',
  'River',
  'Salt',
  'Thorn',
  'Umber',
  'Velvet',
  'Willow',
  'Xenon',
  'Yarrow',
  'Zephyr',
];

function element(name: string, value: string | number | undefined): string {
  return value === undefined ? '' : `<${name}>${value}</${name}>`;
}

function comic(shade: number, { genre, tags, writer, publisher, year }: Stated): Buffer {
  const stated = [
    element('Genre', genre),
    element('Tags', tags),
    element('Writer', writer),
    element('Publisher', publisher),
    element('Year', year),
  ].join('');
  return writeZip([
    { name: '001.png', bytes: png(200, 300, shade).bytes },
    { name: 'ComicInfo.xml', bytes: Buffer.from(`<?xml version="1.0"?><ComicInfo>${stated}</ComicInfo>`) },
  ]);
}

/** 27 series with one book each, of several genres, people and publishers. */
export async function makeCatalogShelf(): Promise<WrittenShelf> {
  const all = [...Object.entries(SERIES), ...PLAIN.map((name) => [`${name} Tales`, {}] as const)];
  return await writeShelf(
    Object.fromEntries(all.map(([name, stated], index) => [`${name}/${name} 01.cbz`, comic(40 + index * 7, stated)])),
  );
}
