import type { PageRecord } from '@lectern/formats';
import { describe, expect, it } from 'vitest';
import { fitsAsStored, mustConvert, ownFormat } from './read-page.ts';

function newPage(fields: Partial<PageRecord> = {}): PageRecord {
  const source = { kind: 'unreadable', code: 'entry.missing' } as const;
  return { name: '1.jpg', mediaType: 'image/jpeg', width: 60, height: 90, byteLength: 1, source, ...fields };
}

describe('a page as it is stored', () => {
  it.each([
    ['nothing is asked', {}, {}, true],
    ['it fits exactly', {}, { width: 60 }, true],
    ['it is smaller than the box', {}, { width: 61, height: 5000 }, true],
    ['it has the format asked for', {}, { format: 'jpeg' }, true],
    ['it is too wide', {}, { width: 59 }, false],
    ['it is too high', {}, { width: 60, height: 89 }, false],
    ['another format is asked', {}, { format: 'png' }, false],
    ['its size is unknown and there is a box', { width: null, height: null }, { width: 60 }, false],
    ['its size is unknown and there is none', { width: null, height: null }, { format: 'jpeg' }, true],
    ['it has to be turned', { orientation: 6 }, { width: 100 }, false],
    ['it has to be turned, but nothing is asked', { orientation: 6 }, {}, true],
  ] as const)('is what is asked for or not: %s', (_, page, asked, expected) => {
    expect(fitsAsStored(newPage(page), asked)).toBe(expected);
  });
});

describe('the format of a page', () => {
  it.each([
    ['image/jxl', 'image/avif,image/webp,*/*', true],
    ['image/jxl', 'image/webp,IMAGE/JXL', false],
    ['image/jxl', '*/*', false],
    ['image/jxl', 'image/*', false],
    ['image/jxl', undefined, false],
    ['image/tiff', 'image/png', true],
    ['image/jpeg', 'image/png', false],
    ['image/gif', 'image/webp', false],
  ] as const)('of %s for a client that takes %s is changed: %s', (mediaType, accept, expected) => {
    expect(mustConvert(mediaType, { accept })).toBe(expected);
    expect(mustConvert(mediaType, { accept, format: 'png' })).toBe(false);
  });

  it('stays its own, or becomes one that the client shows', () => {
    expect(ownFormat('image/png', 'image/webp')).toBe('png');
    expect(ownFormat('image/gif')).toBe('webp');
    expect(ownFormat('image/heic', 'image/webp,*/*')).toBe('webp');
    expect(ownFormat('image/heic', 'image/png,*/*')).toBe('jpeg');
  });
});
