import { describe, expect, it } from 'vitest';
import { FormatError } from '../format-error.ts';
import { readFeedDate } from './feed-date.ts';
import { readFeed } from './read-feed.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

const RSS = `<?xml version="1.0"?>
<rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:nyaa="https://nyaa.si/xmlns/nyaa"><channel>
  <title>News &amp; more</title><language>en</language>
  <item>
    <title><![CDATA[[Group] Saga v03 (Digital)]]></title><guid isPermaLink="false">tag:1</guid>
    <link>https://feeds.example/1</link><pubDate>Tue, 03 Jun 2008 11:05:30 +0200</pubDate>
    <dc:creator>Someone</dc:creator><dc:language>fr</dc:language><category>Manga</category>
    <enclosure url="https://feeds.example/1.torrent" type="application/x-bittorrent" length="1"/>
    <nyaa:infoHash>ABCDEF</nyaa:infoHash>
  </item>
  <item><guid>https://feeds.example/2</guid><title>Saga c12</title></item>
  <item><guid>untitled</guid></item>
</channel></rss>`;

const ATOM = `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="de"><title>Neu</title>
  <entry><id>urn:1</id><title type="html">Saga &amp;amp; Son 4</title><published>2024-05-06T07:08:09Z</published>
    <link href="https://feeds.example/a"/><link rel="enclosure" href="https://feeds.example/a.cbz" type="Application/Zip"/>
    <author><name>Anna</name></author><category term="comic"/></entry></feed>`;

describe('readFeed', () => {
  it('reads RSS 2.0 with the elements of other vocabularies', () => {
    const feed = readFeed(bytes(RSS));
    expect(feed).toMatchObject({ title: 'News & more', language: 'en', isDamaged: false });
    expect(feed?.items).toEqual([
      {
        id: 'tag:1',
        title: '[Group] Saga v03 (Digital)',
        link: 'https://feeds.example/1',
        files: [{ url: 'https://feeds.example/1.torrent', type: 'application/x-bittorrent' }],
        author: 'Someone',
        language: 'fr',
        categories: ['Manga'],
        infoHash: 'ABCDEF',
        publishedAt: Date.UTC(2008, 5, 3, 9, 5, 30),
      },
      expect.objectContaining({ id: 'https://feeds.example/2', link: 'https://feeds.example/2', publishedAt: null }),
    ]);
  });

  it('reads Atom', () => {
    expect(readFeed(bytes(ATOM))?.items).toEqual([
      {
        id: 'urn:1',
        title: 'Saga & Son 4',
        link: 'https://feeds.example/a',
        files: [{ url: 'https://feeds.example/a.cbz', type: 'application/zip' }],
        author: 'Anna',
        language: null,
        categories: ['comic'],
        infoHash: null,
        publishedAt: Date.UTC(2024, 4, 6, 7, 8, 9),
      },
    ]);
  });

  it('keeps the entries before the place where a feed was cut off, and says so', () => {
    const feed = readFeed(bytes(RSS.slice(0, RSS.indexOf('<item><guid>untitled'))));
    expect(feed?.items).toHaveLength(2);
    expect(feed?.isDamaged).toBe(true);
  });

  it('is nothing for another document, and refuses what is none or grows without end', () => {
    expect(readFeed(bytes('<html><body/></html>'))).toBeUndefined();
    expect(() => readFeed(bytes('nothing'))).toThrow(FormatError);
    const bomb = `<!DOCTYPE rss [<!ENTITY a "${'x'.repeat(1_000)}"><!ENTITY b "${'&a;'.repeat(100)}">]>`;
    const feed = readFeed(bytes(`${bomb}<rss><channel><item><title>A &b;</title></item></channel></rss>`));
    expect(feed?.items[0]?.title.length ?? 0).toBeLessThan(2_100);
    expect(() => readFeed(bytes(`<rss>${'<a>'.repeat(200)}</rss>`))).toThrow(FormatError);
  });

  it('survives a feed that is cut at any byte', () => {
    const whole = bytes(RSS);
    for (let end = 0; end < whole.length; end += 1) {
      try {
        readFeed(whole.subarray(0, end));
      } catch (error) {
        expect(error).toBeInstanceOf(FormatError);
      }
    }
  });
});

describe('readFeedDate', () => {
  it.each([
    ['Tue, 03 Jun 2008 11:05:30 GMT', Date.UTC(2008, 5, 3, 11, 5, 30)],
    ['3 Jun 08 11:05 EST', Date.UTC(2008, 5, 3, 16, 5)],
    ['03 June 2008', Date.UTC(2008, 5, 3)],
    ['2008-06-03', Date.UTC(2008, 5, 3)],
    ['2008-06-03T11:05:30', Date.UTC(2008, 5, 3, 11, 5, 30)],
    ['2008-06-03T11:05:30+02:00', Date.UTC(2008, 5, 3, 9, 5, 30)],
    ['yesterday', null],
    ['03 Foo 2008', null],
    [null, null],
  ])('reads %s', (text, expected) => {
    expect(readFeedDate(text)).toBe(expected);
  });
});
