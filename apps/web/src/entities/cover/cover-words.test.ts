import type { BookCover } from '@lectern/contract';
import { describe, expect, it } from 'vitest';
import { ApiError } from '#lib/api.ts';
import { automaticCaption, choiceWords, coverCaption, coverProblem } from './cover-words.ts';
import { PictureRefused } from './picture-file.ts';

const at = '2026-01-01T00:00:00.000Z';
const cover: BookCover = {
  id: 'c1',
  source: 'upload',
  path: '/c1',
  isSelected: false,
  width: 800,
  height: 1200,
  page: null,
  fromBookId: null,
  coverVersion: 'k',
  coverPlaceholder: null,
  createdAt: at,
  updatedAt: at,
  bookId: 'b1',
};

describe('coverCaption', () => {
  it('names the source of a cover', () => {
    expect(coverCaption(cover)).toEqual({ name: 'Uploaded', detail: '800 × 1200' });
    expect(coverCaption({ ...cover, width: null })).toEqual({ name: 'Uploaded' });
    expect(coverCaption({ ...cover, source: 'page', page: 12 }).name).toBe('Page 12');
    expect(coverCaption({ ...cover, source: 'book', fromBookId: 'gone' }).name).toBe('A book');
    expect(coverCaption({ ...cover, source: 'sidecar' }).name).toBe('Picture file');
  });
});

describe('automaticCaption', () => {
  it('describes the cover of a list', () => {
    const list = {
      id: 'l1',
      name: 'Best',
      summary: null,
      ordered: false,
      coverVersion: null,
      createdAt: at,
      updatedAt: at,
    };
    const readList = { ...list, bookCount: 2, coverBookId: null };
    const collection = { ...list, automatic: false, seriesCount: 2, coverSeriesId: 's1' };
    const owner = { kind: 'list', id: 'l1' } as const;
    const captions = [
      automaticCaption({ ...owner, shared: { kind: 'readList', list: readList } }),
      automaticCaption({ ...owner, shared: { kind: 'collection', list: collection } }),
    ];
    expect(captions.map(({ detail }) => detail)).toEqual(['From its books', 'From the chosen series']);
  });
});

describe('choiceWords', () => {
  it('distinguishes a choice from a lock', () => {
    const chosen = { ...cover, isSelected: true };
    expect(choiceWords('book', { covers: [chosen], coverLock: true })).toContain('Chosen by hand and locked');
    expect(choiceWords('book', { covers: [chosen], coverLock: false })).toBe('Chosen, but not locked.');
    expect(choiceWords('book', { covers: [cover], coverLock: true })).toContain('Locked: the cover stays');
    expect(choiceWords('series', { covers: [cover], coverLock: false })).toContain('cover of its first book');
    expect(choiceWords('list', { covers: [chosen], coverLock: true })).toContain('Chosen by hand');
    expect(choiceWords('list', { covers: [cover], coverLock: true })).toContain('what is in the list');
  });
});

describe('coverProblem', () => {
  it('explains a refused picture, before and after the upload', () => {
    const tooLarge = 'This picture is too large. A cover can have up to 20 MB.';
    expect(coverProblem(new PictureRefused('too-large'))).toBe(tooLarge);
    expect(coverProblem(new ApiError(413, 'PayloadTooLarge', 'x'))).toBe(tooLarge);
    expect(coverProblem(new PictureRefused('no-picture'))).toContain('This is not a picture.');
    expect(coverProblem(new ApiError(415, 'UnsupportedMediaType', 'x'))).toContain('This is not a picture.');
    expect(coverProblem(new ApiError(400, 'BadRequest', 'the picture is odd'))).toBe('The picture is odd');
    expect(coverProblem(new ApiError(404, 'NotFound', 'x'))).toContain('Not found');
  });
});
