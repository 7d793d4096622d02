import { describe, expect, it } from 'vitest';
import { DEFAULT_LIMITS } from '../limits.ts';
import { type DocumentReading } from './field-reader.ts';
import { readMetronInfo } from './metron-info.ts';

function read(inside: string): DocumentReading {
  return readMetronInfo(Buffer.from(`<?xml version="1.0"?><MetronInfo>${inside}</MetronInfo>`), DEFAULT_LIMITS);
}

describe('readMetronInfo', () => {
  it('reads every element of MetronInfo 1.0 that Lectern keeps', () => {
    const { metadata, problems } = read(`
      <IDS><ID source="Metron" primary="true">17</ID></IDS>
      <Publisher id="2"><Name>Northern Press</Name><Imprint id="3">Small Lamp</Imprint></Publisher>
      <Series id="4" lang="en"><Name>Harbour Lights</Name><SortName>Harbour Lights</SortName><Volume>2</Volume>
        <Format>Limited Series</Format><StartYear>1999</StartYear><IssueCount>6</IssueCount>
        <AlternativeNames><AlternativeName lang="de">Hafenlichter</AlternativeName></AlternativeNames></Series>
      <CollectionTitle>First Boats</CollectionTitle><Number>1.5</Number><Stories><Story>Unread</Story></Stories>
      <Summary>One &lt;b&gt;bold&lt;/b&gt; boat.</Summary><Prices><Price country="US">3.99</Price></Prices>
      <CoverDate>2001-10-03</CoverDate><StoreDate>2001-08-31</StoreDate><PageCount>32</PageCount><Notes>n</Notes>
      <Genres><Genre id="9">Drama</Genre><Genre>Sea, and land</Genre></Genres><Tags><Tag>boats</Tag></Tags>
      <Arcs><Arc id="7"><Name>Tides</Name><Number>2</Number></Arc><Arc><Name>Storm</Name></Arc></Arcs>
      <Characters><Character>Ada</Character></Characters><Teams><Team>The Crew</Team></Teams>
      <Locations><Location>Harbour</Location></Locations><Universes><Universe><Name>U</Name></Universe></Universes>
      <GTIN><ISBN>978-0-306-40615-7</ISBN><UPC>76194130593600111</UPC></GTIN><AgeRating>Teen Plus</AgeRating>
      <URLs><URL>https://example.org/b</URL><URL primary="true">https://example.org/a</URL><URL>no</URL></URLs>
      <Credits>
        <Credit><Creator id="1">Ann Oar</Creator><Roles><Role id="1">Writer</Role><Role>Cover</Role></Roles></Credit>
        <Credit><Creator>Bob Mast</Creator><Roles><Role>Senior Editor</Role><Role>President</Role></Roles></Credit>
        <Credit><Creator>Cy Knot</Creator></Credit>
      </Credits>
      <LastModified>2023-05-31T09:00:46Z</LastModified>`);
    expect(problems).toEqual([]);
    expect(metadata).toEqual({
      title: 'First Boats',
      series: 'Harbour Lights',
      notes: 'n',
      alternateSeries: [{ name: 'Hafenlichter' }],
      number: '1.5',
      chapter: 1.5,
      volume: 2,
      count: 6,
      formatDetail: 'Limited Series',
      languageIso: 'en',
      publisher: 'Northern Press',
      imprint: 'Small Lamp',
      summary: 'One bold boat.',
      year: 2001,
      month: 10,
      day: 3,
      genres: ['Drama', 'Sea, and land'],
      tags: ['boats'],
      storyArcs: [{ name: 'Tides', number: '2' }, { name: 'Storm' }],
      characters: ['Ada'],
      teams: ['The Crew'],
      locations: ['Harbour'],
      isbns: ['9780306406157'],
      ageRating: 15,
      links: [
        { source: 'metroninfo', url: 'https://example.org/a' },
        { source: 'metroninfo', url: 'https://example.org/b' },
      ],
      contributors: [
        { name: 'Ann Oar', role: 'writer' },
        { name: 'Ann Oar', role: 'cover_artist' },
        { name: 'Bob Mast', role: 'editor' },
        { name: 'Cy Knot', role: 'contributor' },
      ],
      sources: ['MetronInfo.xml'],
    });
  });

  it('takes the stories for a title, the volume of a manga, and the day of sale when there is no better', () => {
    expect(
      read(`<Series><Name>S</Name><Volume>1999</Volume></Series><MangaVolume>4</MangaVolume>
        <Stories><Story>One</Story><Story>Two</Story></Stories><StoreDate>2020-02-05</StoreDate>`).metadata,
    ).toMatchObject({ title: 'One; Two', volume: 4, year: 2020, month: 2, day: 5 });
  });

  it.each([
    ['<Series><Name>S</Name><Volume>two</Volume></Series>', 'volume'],
    ['<Series><Name>S</Name></Series><MangaVolume>1-3</MangaVolume>', 'mangavolume'],
    ['<Series><Name>S</Name></Series><CoverDate>soon</CoverDate>', 'coverdate'],
    ['<Series><Name>S</Name></Series><AgeRating>Old</AgeRating>', 'agerating'],
    ['<Series><Name>S</Name></Series><GTIN><ISBN>1234567890123</ISBN></GTIN>', 'isbn'],
  ])('loses only the field that is bad in %s', (inside, field) => {
    const { metadata, problems } = read(inside);
    expect(metadata).toEqual({ series: 'S', sources: ['MetronInfo.xml'] });
    expect(problems).toMatchObject([{ code: 'metron-info.bad-value' }]);
    expect(problems[0]?.message).toContain(`"${field}"`);
  });

  it('says nothing, with a problem, when the document is something else', () => {
    const other = readMetronInfo(Buffer.from('<ComicInfo><Series>S</Series></ComicInfo>'), DEFAULT_LIMITS);
    expect(other.metadata).toEqual({ sources: [] });
    expect(other.problems).toMatchObject([{ code: 'metron-info.wrong-root' }]);
    const none = readMetronInfo(Buffer.from('no markup'), DEFAULT_LIMITS);
    expect(none.problems).toMatchObject([{ code: 'xml.malformed' }]);
  });
});
