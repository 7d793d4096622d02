import { describe, expect, it } from 'vitest';
import { readOpfSidecar } from './opf-sidecar.ts';
import { readSeriesJson, type SeriesSidecar } from './series-json.ts';

const series = (metadata: unknown): SeriesSidecar => readSeriesJson(Buffer.from(JSON.stringify({ metadata })));

describe('readSeriesJson', () => {
  it('reads every key that Lectern keeps', () => {
    expect(
      series({
        type: 'comicSeries',
        publisher: 'Pub',
        imprint: null,
        name: 'Slow Rivers',
        comicid: 135499,
        year: 2021,
        description_text: 'One line',
        description_formatted: 'Two\nlines',
        volume: null,
        booktype: 'Print',
        age_rating: '15+',
        collects: null,
        comic_image: 'https://example.org/c.jpg',
        total_issues: 6,
        publication_run: 'June 2021 - Present',
        status: 'Continuing',
      }),
    ).toEqual({
      publisher: 'Pub',
      name: 'Slow Rivers',
      comicVineId: 135_499,
      year: 2021,
      summary: 'Two\nlines',
      bookType: 'Print',
      ageRating: 15,
      totalIssues: 6,
      publicationRun: 'June 2021 - Present',
      status: 'ongoing',
      problems: [],
    });
  });

  it('reads the texts of older versions as numbers, and fields without their wrapper', () => {
    const old = { name: 'S', comicid: '4050-18005', year: '1999', volume: 'v2', status: 'Ended' };
    const expected = { name: 'S', comicVineId: 18_005, year: 1999, volume: 2, status: 'ended', problems: [] };
    expect(series(old)).toEqual(expected);
    expect(readSeriesJson(Buffer.from(`\ufeff${JSON.stringify(old)}`))).toEqual(expected);
  });

  it('loses only the values that are bad', () => {
    const { problems, ...values } = series({ name: 'S', year: 'soon', status: 'Asleep', comicid: -4, publisher: [] });
    expect(values).toEqual({ name: 'S' });
    expect(problems).toHaveLength(3);
  });

  it.each(['', 'null', '[]', '"x"', '{', '{"metadata":'])('refuses %j with a problem', (text) => {
    expect(readSeriesJson(Buffer.from(text))).toMatchObject({ problems: [{ code: 'series-json.malformed' }] });
  });

  it('refuses a document that is too large', () => {
    expect(readSeriesJson(Buffer.from('{"name":"S"}'), { documentBytes: 5 })).toMatchObject({
      problems: [{ code: 'series-json.too-large' }],
    });
  });
});

describe('readOpfSidecar', () => {
  it('reads what calibre writes beside a book', () => {
    const opf = `<?xml version='1.0' encoding='utf-8'?>
      <package xmlns="http://www.idpf.org/2007/opf" unique-identifier="uuid_id" version="2.0">
        <metadata xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:opf="http://www.idpf.org/2007/opf">
          <dc:title>Slow Rivers</dc:title><dc:creator opf:file-as="Oar, Ann" opf:role="aut">Ann Oar</dc:creator>
          <dc:identifier opf:scheme="ISBN">9780306406157</dc:identifier><dc:language>eng</dc:language>
          <meta name="calibre:series" content="Rivers"/><meta name="calibre:series_index" content="2.0"/>
          <meta name="calibre:rating" content="8"/>
        </metadata>
        <guide><reference type="cover" title="Cover" href="cover.jpg"/></guide>
      </package>`;
    expect(readOpfSidecar(Buffer.from(opf))).toEqual({
      metadata: {
        title: 'Slow Rivers',
        contributors: [{ name: 'Ann Oar', role: 'author', sortName: 'Oar, Ann' }],
        isbns: ['9780306406157'],
        languageIso: 'en',
        series: 'Rivers',
        number: '2.0',
        seriesPosition: 2,
        communityRating: 4,
        sources: ['metadata.opf'],
      },
      coverHref: 'cover.jpg',
      problems: [],
    });
  });

  it('says nothing, with a problem, about anything else', () => {
    expect(readOpfSidecar(Buffer.from('<html/>'))).toMatchObject({
      metadata: { sources: [] },
      coverHref: null,
      problems: [{ code: 'metadata-opf.wrong-root' }],
    });
    expect(readOpfSidecar(Buffer.from(''))).toMatchObject({ problems: [{ code: 'xml.malformed' }] });
    const limits = { documentBytes: 3, xmlDepth: 9 };
    expect(readOpfSidecar(Buffer.from('<package/>'), limits)).toMatchObject({ problems: [{ code: 'xml.too-large' }] });
  });
});
