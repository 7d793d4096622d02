import { describe, expect, it } from 'vitest';
import { type EpubResource, type EpubStructure } from '../reading.ts';
import { listPositions, toWebPublication } from './web-publication.ts';

function resource(href: string, mediaType: string, properties: readonly string[] = []): EpubResource {
  return { href, mediaType, properties, source: { kind: 'stored', offset: 0, length: 1, crc: 0 } };
}

const structure: EpubStructure = {
  version: '3.0',
  layout: 'reflowable',
  direction: 'rtl',
  resources: [
    resource('OPS/a b.xhtml', 'application/xhtml+xml', ['mathml', 'scripted']),
    resource('OPS/c2.xhtml', 'application/xhtml+xml'),
    resource('OPS/cover.jpg', 'image/jpeg', ['cover-image']),
  ],
  readingOrder: [
    { resource: 0, linear: true, positions: 3 },
    { resource: 1, linear: true, positions: 1 },
    { resource: 1, linear: false, positions: 1, layout: 'fixed', page: 'left' },
  ],
  toc: [
    { title: 'Part', href: null, children: [{ title: 'One', href: 'OPS/a b.xhtml', children: [] }] },
    { title: 'Two', href: 'OPS/c2.xhtml#x', children: [] },
  ],
  landmarks: [],
  pageList: [{ title: '7', href: 'OPS/c2.xhtml#p7', children: [] }],
  coverHref: 'OPS/cover.jpg',
};

const resourceHref = (path: string): string => `/r/${path.split('/').map(encodeURIComponent).join('/')}`;
const addresses = { self: '/manifest', positions: '/positions', resourceHref, title: 'Shown title' };

describe('toWebPublication', () => {
  it('lists reading order, other resources and navigation', () => {
    const publication = toWebPublication(structure, { sources: [] }, addresses);
    expect(publication.links).toEqual([
      { rel: 'self', href: '/manifest', type: 'application/webpub+json' },
      {
        rel: 'http://readium.org/position-list',
        href: '/positions',
        type: 'application/vnd.readium.position-list+json',
      },
    ]);
    expect(publication.readingOrder).toEqual([
      { href: '/r/OPS/a%20b.xhtml', type: 'application/xhtml+xml', properties: { contains: ['mathml'] } },
      { href: '/r/OPS/c2.xhtml', type: 'application/xhtml+xml' },
      {
        href: '/r/OPS/c2.xhtml',
        type: 'application/xhtml+xml',
        properties: { layout: 'fixed', page: 'left', occurrence: 2 },
      },
    ]);
    expect(publication.resources).toEqual([{ href: '/r/OPS/cover.jpg', type: 'image/jpeg', rel: 'cover' }]);
    expect(publication.toc).toEqual([
      { href: '#', title: 'Part', children: [{ href: '/r/OPS/a%20b.xhtml', title: 'One' }] },
      { href: '/r/OPS/c2.xhtml#x', title: 'Two' },
    ]);
    expect(publication.pageList).toEqual([{ href: '/r/OPS/c2.xhtml#p7', title: '7' }]);
    expect(publication).not.toHaveProperty('landmarks');
  });

  it('describes the book', () => {
    const { metadata } = toWebPublication(
      structure,
      {
        title: 'In the file',
        subtitle: 'Sub',
        contributors: [
          { name: 'A', role: 'author', sortName: 'a' },
          { name: 'W', role: 'writer' },
          { name: 'P', role: 'penciller' },
        ],
        series: 'S',
        seriesPosition: 2.5,
        year: 2020,
        month: 1,
        day: 2,
        isbns: ['9780306406157'],
        languageIso: 'ja',
        sources: [],
      },
      addresses,
    );
    expect(metadata).toEqual({
      '@type': 'http://schema.org/Book',
      conformsTo: 'https://readium.org/webpub-manifest/profiles/epub',
      title: 'Shown title',
      subtitle: 'Sub',
      author: [{ name: 'A', sortAs: 'a' }, { name: 'W' }],
      penciler: [{ name: 'P' }],
      identifier: 'urn:isbn:9780306406157',
      language: 'ja',
      published: '2020-01-02',
      belongsTo: { series: [{ name: 'S', position: 2.5 }] },
      readingProgression: 'rtl',
      layout: 'reflowable',
    });
  });

  it('leaves out a date that is not whole', () => {
    expect(toWebPublication(structure, { year: 2020, sources: [] }, addresses).metadata).not.toHaveProperty(
      'published',
    );
  });
});

describe('positionsOf', () => {
  it('numbers places through the book', () => {
    const positions = listPositions(structure, resourceHref);
    expect(positions).toHaveLength(5);
    expect(positions[1]).toEqual({
      href: '/r/OPS/a%20b.xhtml',
      type: 'application/xhtml+xml',
      title: 'One',
      locations: { progression: 1 / 3, position: 2, totalProgression: 0.2 },
    });
    expect(positions[4]).toMatchObject({
      title: 'Two',
      locations: { progression: 0, position: 5, totalProgression: 0.8 },
    });
  });
});
