import { describe, expect, it } from 'vitest';
import { DEFAULT_LIMITS } from '../limits.ts';
import { type CoMet, readCoMet } from './comet.ts';

function read(inside: string): CoMet {
  const root = 'xmlns:comet="http://www.denvog.com/comet/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"';
  return readCoMet(Buffer.from(`<comet ${root}>${inside}</comet>`), DEFAULT_LIMITS);
}

describe('readCoMet', () => {
  it('reads every element that Lectern keeps', () => {
    const { metadata, problems, coverName } = read(`
      <title>The First</title><description>About &amp;amp; around.</description><series>Long Roads</series>
      <issue>7</issue><volume>3</volume><publisher>Pub</publisher><date>2008-03</date><genre>Travel</genre>
      <genre>Road</genre><character>Ada</character><isVersionOf>x</isVersionOf><price>US$1.00</price>
      <format>trade</format><language>en</language><rating>Teen</rating><rights>all</rights>
      <identifier>urn:isbn:978-0-306-40615-7</identifier><pages>24</pages><creator>Ann</creator><writer>Ann</writer>
      <writer>Bob</writer><penciller>Cy</penciller><editor>Di</editor><coverDesigner>Ed</coverDesigner>
      <letterer>Fay</letterer><inker>Gus</inker><colorist>Hal</colorist><coverImage>art/p2.jpg</coverImage>
      <lastMark>4</lastMark><readingDirection>RTL</readingDirection>`);
    expect(problems).toEqual([]);
    expect(coverName).toBe('art/p2.jpg');
    expect(metadata).toEqual({
      title: 'The First',
      series: 'Long Roads',
      number: '7',
      chapter: 7,
      volume: 3,
      summary: 'About & around.',
      publisher: 'Pub',
      year: 2008,
      month: 3,
      genres: ['Travel', 'Road'],
      characters: ['Ada'],
      formatDetail: 'trade',
      languageIso: 'en',
      ageRating: 13,
      readingDirection: 'rtl',
      isbns: ['9780306406157'],
      contributors: [
        { name: 'Ann', role: 'writer' },
        { name: 'Bob', role: 'writer' },
        { name: 'Cy', role: 'penciller' },
        { name: 'Gus', role: 'inker' },
        { name: 'Hal', role: 'colorist' },
        { name: 'Fay', role: 'letterer' },
        { name: 'Ed', role: 'cover_artist' },
        { name: 'Di', role: 'editor' },
      ],
      sources: ['CoMet'],
    });
  });

  it('keeps a creator without another role', () => {
    expect(read('<creator>Ann</creator>').metadata.contributors).toEqual([{ name: 'Ann', role: 'author' }]);
  });

  it.each(['volume', 'date', 'language', 'rating', 'readingDirection'])('loses only a bad %s', (name) => {
    const { metadata, problems } = read(`<title>T</title><${name}>???</${name}>`);
    expect(metadata).toEqual({ title: 'T', sources: ['CoMet'] });
    expect(problems).toMatchObject([{ code: 'comet.bad-value' }]);
  });

  it('says nothing, with a problem, when the document is something else', () => {
    const { metadata, problems } = readCoMet(Buffer.from('<html/>'), DEFAULT_LIMITS);
    expect(metadata).toEqual({ sources: [] });
    expect(problems).toMatchObject([{ code: 'comet.wrong-root' }]);
  });
});
