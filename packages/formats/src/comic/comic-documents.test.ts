import { describe, expect, it } from 'vitest';
import { memorySource } from '../../../../fixtures/memory-source.ts';
import { png } from '../../../../fixtures/pictures.ts';
import { writeRar5 } from '../../../../fixtures/rar-writer.ts';
import { writeZip } from '../../../../fixtures/zip-writer.ts';
import { DEFAULT_LIMITS } from '../limits.ts';
import { openRar } from '../rar/open.ts';
import { type ReaderResult } from '../reading.ts';
import { openZip } from '../zip/open.ts';
import { readComic } from './read-comic.ts';

const text = (name: string, inside: string): { readonly name: string; readonly bytes: Buffer } => ({
  name,
  bytes: Buffer.from(inside),
});
const pages = ['1.png', '2.png', '3.png'].map((name, index) => ({ name: `p/${name}`, bytes: png(4, 4, index).bytes }));
const comicInfo = text('ComicInfo.xml', '<ComicInfo><Title>From ComicInfo</Title><Year>2001</Year></ComicInfo>');
const metron = text(
  'MetronInfo.xml',
  `<MetronInfo><Series><Name>From Metron</Name></Series><CollectionTitle>No</CollectionTitle>
   <CoverDate>1990-05-03</CoverDate></MetronInfo>`,
);
const comet = text(
  'p/CoMet.xml',
  '<comet><title>No</title><series>No</series><publisher>From CoMet</publisher><coverImage>3.PNG</coverImage></comet>',
);
const comment = JSON.stringify({ 'ComicBookInfo/1.0': { title: 'No', publisher: 'No', tags: ['from the comment'] } });

async function readZip(files: readonly { readonly name: string; readonly bytes: Buffer }[]): Promise<ReaderResult> {
  const zip = writeZip([...pages, ...files], { comment: Buffer.from(comment) });
  return readComic(openZip(memorySource(zip), DEFAULT_LIMITS), DEFAULT_LIMITS);
}

describe('the documents of a comic', () => {
  it('are merged field by field, most trusted first', async () => {
    const { metadata, problems } = await readZip([comet, metron, comicInfo]);
    expect(problems).toEqual([]);
    expect(metadata).toEqual({
      title: 'From ComicInfo',
      year: 2001,
      series: 'From Metron',
      publisher: 'From CoMet',
      tags: ['from the comment'],
      sources: ['ComicInfo.xml', 'MetronInfo.xml', 'CoMet', 'ComicBookInfo'],
      origins: {
        title: 'ComicInfo.xml',
        year: 'ComicInfo.xml',
        series: 'MetronInfo.xml',
        publisher: 'CoMet',
        tags: 'ComicBookInfo',
      },
    });
  });

  it('are each read alone', async () => {
    const { metadata } = await readZip([]);
    expect(metadata).toEqual({
      title: 'No',
      publisher: 'No',
      tags: ['from the comment'],
      sources: ['ComicBookInfo'],
    });
  });

  it('give the bookmarks of the pages, in their order', async () => {
    const marked = text(
      'ComicInfo.xml',
      `<ComicInfo><Pages><Page Image="2" Bookmark="Two"/><Page Image="0" Bookmark="One"/><Page Image="9" Bookmark="Gone"/>
       </Pages></ComicInfo>`,
    );
    const { outline } = await readZip([marked]);
    expect(outline).toEqual([
      { title: 'One', pageIndex: 0, children: [] },
      { title: 'Two', pageIndex: 2, children: [] },
      { title: 'Gone', pageIndex: null, children: [] },
    ]);
    expect((await readZip([comicInfo])).outline).toEqual([]);
  });

  it('name the cover: by number first, then by file name', async () => {
    const byName = await readZip([comet]);
    expect(byName.cover?.bytes).toEqual(png(4, 4, 2).bytes);
    const numbered = text('ComicInfo.xml', '<ComicInfo><Pages><Page Image="1" Type="FrontCover"/></Pages></ComicInfo>');
    expect((await readZip([comet, numbered])).cover?.bytes).toEqual(png(4, 4, 1).bytes);
  });

  it('that are broken do not keep the others from being read', async () => {
    const { metadata, problems } = await readZip([text('ComicInfo.xml', 'no markup'), metron]);
    expect(metadata.series).toBe('From Metron');
    expect(problems).toMatchObject([{ code: 'xml.malformed' }]);
  });

  it('lie in the comment of a RAR as well', async () => {
    const rar = memorySource(writeRar5(pages, { comment }));
    const { metadata } = await readComic(openRar(rar, DEFAULT_LIMITS), DEFAULT_LIMITS);
    expect(metadata).toMatchObject({ tags: ['from the comment'], sources: ['ComicBookInfo'] });
  });
});
