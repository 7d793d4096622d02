import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DEFAULT_LIMITS } from '../limits.ts';
import { type ComicInfo, readComicInfo } from './comic-info.ts';

function read(inside: string): ComicInfo {
  return readComicInfo(Buffer.from(`<?xml version="1.0"?><ComicInfo>${inside}</ComicInfo>`), DEFAULT_LIMITS);
}

describe('readComicInfo', () => {
  it('reads every field of ComicInfo 2.1', () => {
    const { metadata, coverIndex, bookmarks, problems } = read(`
      <Title>The Title</Title><Series>The Series</Series><Number>12</Number><Count>24</Count><Volume>2</Volume>
      <AlternateSeries>Other</AlternateSeries><AlternateNumber>5</AlternateNumber><AlternateCount>6</AlternateCount>
      <Summary>Line one.\nLine two.</Summary><Year>2019</Year><Month>7</Month><Day>4</Day>
      <Writer>Ann, Bob</Writer><Penciller>Cy</Penciller><Inker>Di</Inker><Colorist>Ed</Colorist><Letterer>Fay</Letterer>
      <CoverArtist>Gus</CoverArtist><Editor>Hal</Editor><Translator>Ivy</Translator><Publisher>Pub</Publisher>
      <Imprint>Imp</Imprint><Genre>Action, Drama</Genre><Tags>space; robots</Tags>
      <Web>https://example.org/a https://example.org/b</Web><LanguageISO>PT_br</LanguageISO><Format>One-Shot</Format>
      <BlackAndWhite>Yes</BlackAndWhite><Manga>YesAndRightToLeft</Manga><Characters>X, Y</Characters><Teams>Z</Teams>
      <Locations>Mars</Locations><StoryArc>One, Two</StoryArc><StoryArcNumber>3, 4</StoryArcNumber>
      <AgeRating>Everyone 10+</AgeRating><CommunityRating>3.5</CommunityRating><GTIN>978-0-306-40615-7</GTIN>
      <Notes>Tagged with care &amp; &lt;b>love&lt;/b></Notes><ScanInformation>Scanner  One</ScanInformation>
      <SeriesGroup>Crossover, Other Group</SeriesGroup><MainCharacterOrTeam>X</MainCharacterOrTeam>
      <Review>Good.</Review><PageCount>3</PageCount>
      <Pages><Page Image="0" Type="Advertisement"/><Page Image="1" Type="FrontCover Story"/>
      <Page Image="2" Type="Story" ImageSize="9" ImageWidth="1" ImageHeight="1" Key="k"/>
      <Page Image="3" DoublePage="true" Bookmark="Chapter  One"/><page image="4" type="letters"/></Pages>`);
    expect(problems).toEqual([]);
    expect(coverIndex).toBe(1);
    expect(bookmarks).toEqual([{ index: 3, title: 'Chapter One' }]);
    expect(metadata).toEqual({
      title: 'The Title',
      series: 'The Series',
      number: '12',
      chapter: 12,
      count: 24,
      volume: 2,
      alternateSeries: [{ name: 'Other', number: '5', count: 6 }],
      summary: 'Line one.\nLine two.',
      year: 2019,
      month: 7,
      day: 4,
      contributors: [
        { name: 'Ann', role: 'writer' },
        { name: 'Bob', role: 'writer' },
        { name: 'Cy', role: 'penciller' },
        { name: 'Di', role: 'inker' },
        { name: 'Ed', role: 'colorist' },
        { name: 'Fay', role: 'letterer' },
        { name: 'Gus', role: 'cover_artist' },
        { name: 'Hal', role: 'editor' },
        { name: 'Ivy', role: 'translator' },
      ],
      publisher: 'Pub',
      imprint: 'Imp',
      genres: ['Action', 'Drama'],
      tags: ['space', 'robots'],
      links: [
        { source: 'comicinfo', url: 'https://example.org/a' },
        { source: 'comicinfo', url: 'https://example.org/b' },
      ],
      languageIso: 'pt-BR',
      formatDetail: 'One-Shot',
      blackAndWhite: true,
      manga: true,
      readingDirection: 'rtl',
      characters: ['X', 'Y'],
      teams: ['Z'],
      locations: ['Mars'],
      storyArcs: [
        { name: 'One', number: '3' },
        { name: 'Two', number: '4' },
      ],
      ageRating: 10,
      communityRating: 3.5,
      isbns: ['9780306406157'],
      notes: 'Tagged with care & love',
      scanInformation: 'Scanner One',
      seriesGroups: ['Crossover', 'Other Group'],
      mainCharacter: 'X',
      review: 'Good.',
      pageMarks: [
        { index: 0, types: ['Advertisement'] },
        { index: 1, types: ['FrontCover'] },
        { index: 3, isDouble: true },
        { index: 4, types: ['Letters'] },
      ],
      sources: ['ComicInfo.xml'],
    });
  });

  it('leaves out pages without a place, kinds that are none, and pages of the story', () => {
    const { metadata, coverIndex, bookmarks } = read(`<Title>T</Title><Pages><Page Type="FrontCover"/>
      <Page Image="-1" Type="FrontCover"/><Page Image="x" Bookmark="b"/><Page Image="1" Type="Cover"/>
      <Page Image="2" Type="Story" DoublePage="false" Bookmark=" "/></Pages>`);
    expect({ metadata, coverIndex, bookmarks }).toEqual({
      metadata: { title: 'T', sources: ['ComicInfo.xml'] },
      coverIndex: null,
      bookmarks: [],
    });
  });

  it.each([
    ['Year', '20x9', 'year'],
    ['Month', '13', 'month'],
    ['Volume', 'two', 'volume'],
    ['Count', '1e9', 'count'],
    ['LanguageISO', '!!', 'languageIso'],
    ['AgeRating', 'Kids!', 'ageRating'],
    ['CommunityRating', '11', 'communityRating'],
  ])('loses only %s when it is "%s"', (element, value, key) => {
    const { metadata, problems } = read(`<Series>Kept</Series><${element}>${value}</${element}><Number>7</Number>`);
    expect(metadata).toMatchObject({ series: 'Kept', number: '7' });
    expect(metadata).not.toHaveProperty(key);
    expect(problems).toMatchObject([{ code: 'comic-info.bad-value' }]);
  });

  it.each(['12.5', '½', '-1', 'Annual', '1.MU', '007'])('keeps the number "%s" exactly', (number) => {
    expect(read(`<Number> ${number} </Number>`).metadata.number).toBe(number);
  });

  it('does not report what other programs write for "no value"', () => {
    const { metadata, problems } = read(
      '<Year>-1</Year><Count>-1</Count><Manga>Unknown</Manga><AgeRating>Unknown</AgeRating>',
    );
    expect(problems).toEqual([]);
    expect(metadata).toEqual({ sources: [] });
  });

  it('drops a day the month does not have', () => {
    expect(read('<Year>2023</Year><Month>2</Month><Day>29</Day>').metadata).toMatchObject({ year: 2023, month: 2 });
    expect(read('<Year>2023</Year><Month>2</Month><Day>29</Day>').metadata).not.toHaveProperty('day');
    expect(read('<Year>2024</Year><Month>2</Month><Day>29</Day>').metadata.day).toBe(29);
  });

  it('splits people on commas and semicolons and drops repetitions', () => {
    const { metadata } = read('<Writer>A One; B Two, C &amp; D ,, a one</Writer>');
    expect(metadata.contributors?.map(({ name }) => name)).toEqual(['A One', 'B Two', 'C & D']);
  });

  it('gives each story arc the number at its own place', () => {
    expect(read('<StoryArc>A,B,C</StoryArc><StoryArcNumber>1,,x</StoryArcNumber>').metadata.storyArcs).toEqual([
      { name: 'A', number: '1' },
      { name: 'B' },
      { name: 'C', number: 'x' },
    ]);
  });

  it('keeps commas in a single alternate series', () => {
    const { metadata } = read(
      '<AlternateSeries>Me, Myself and I</AlternateSeries><AlternateNumber>3</AlternateNumber>',
    );
    expect(metadata.alternateSeries).toEqual([{ name: 'Me, Myself and I', number: '3' }]);
  });

  it('refuses a GTIN that is no book number or has a wrong check digit', () => {
    expect(read('<GTIN>9780306406158</GTIN>').metadata).not.toHaveProperty('isbns');
    expect(read('<GTIN>4006381333931</GTIN>').metadata).not.toHaveProperty('isbns');
  });

  it('keeps web addresses only', () => {
    const { metadata } = read(
      '<Web>javascript:alert(1) https://example.org/x,https://example.org/y file:///etc/passwd</Web>',
    );
    expect(metadata.links?.map(({ url }) => url)).toEqual(['https://example.org/x', 'https://example.org/y']);
  });

  it('turns a summary written in HTML into text', () => {
    const { metadata } = read(
      '<Summary>&lt;p&gt;One &lt;b&gt;bold&lt;/b&gt;&lt;script&gt;alert(1)&lt;/script&gt;&lt;/p&gt;</Summary>',
    );
    expect(metadata.summary).toBe('One bold');
  });

  it('expands no entity the document declares', () => {
    const xxe =
      '<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/hostname"><!ENTITY y "lol">]><ComicInfo><Series>a&x;&y;b</Series></ComicInfo>';
    expect(readComicInfo(Buffer.from(xxe), DEFAULT_LIMITS).metadata.series).toBe('ab');
  });

  it('says so when the document is something else', () => {
    const reading = readComicInfo(Buffer.from('<MetronInfo/>'), DEFAULT_LIMITS);
    expect(reading).toMatchObject({ metadata: { sources: [] }, problems: [{ code: 'comic-info.wrong-root' }] });
    expect(readComicInfo(Buffer.alloc(0), DEFAULT_LIMITS).problems).toMatchObject([{ code: 'xml.malformed' }]);
  });

  it('survives being cut at every byte', () => {
    const whole = Buffer.from(
      '<?xml version="1.0" encoding="utf-8"?><ComicInfo><Series>Ä &amp; B</Series><Number>1</Number></ComicInfo>',
    );
    for (let length = 0; length < whole.length; length += 1) {
      const { metadata, problems } = readComicInfo(whole.subarray(0, length), DEFAULT_LIMITS);
      expect(problems.length).toBeGreaterThan(0);
      if (metadata.number !== undefined) expect(metadata.series).toBe('Ä & B');
    }
  });

  it('survives flipped bytes', () => {
    const whole = Buffer.from(
      '<?xml version="1.0" encoding="utf-8"?><ComicInfo a="b"><Year>2001</Year><Pages><Page Image="3"/></Pages></ComicInfo>',
    );
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { minLength: 1, maxLength: 8 }),
        (flips) => {
          const broken = Buffer.from(whole);
          for (const [at, byte] of flips) broken[at] = byte;
          expect(readComicInfo(broken, DEFAULT_LIMITS).metadata.sources.length).toBeLessThanOrEqual(1);
        },
      ),
      { numRuns: 500 },
    );
  });
});

describe('docs/formats.md', () => {
  const document = readFileSync(join(import.meta.dirname, '../../../../docs/formats.md'), 'utf8');
  const table = document.slice(document.indexOf('### ComicInfo.xml (2.1)'), document.indexOf('### Several documents'));
  const elements = `Title Series Number Count Volume AlternateSeries AlternateNumber AlternateCount Summary Notes Year Month
    Day Writer Penciller Inker Colorist Letterer CoverArtist Editor Translator Publisher Imprint Genre Tags Web PageCount
    LanguageISO Format BlackAndWhite Manga Characters Teams Locations ScanInformation StoryArc StoryArcNumber SeriesGroup
    AgeRating Pages CommunityRating MainCharacterOrTeam Review GTIN ImageSize ImageWidth ImageHeight DoublePage Key Bookmark`;

  it.each(elements.split(/\s+/))('says what becomes of %s', (element) => {
    const named = table.split('\n').some((row) => new RegExp(`\\b${element}\\b`).test(row.split('|')[1] ?? ''));
    expect(named).toBe(true);
  });
});
