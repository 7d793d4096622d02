import { describe, expect, it } from 'vitest';
import { STORAGE_PREFIX } from '../storage.ts';
import { chooseHandling, isDrawnForScreen, isFit, nameCaches, toKeptKey } from './kept-addresses.ts';

const asked = (path: string, more = {}) => ({
  method: 'GET',
  mode: 'cors',
  destination: '',
  search: '',
  path,
  ...more,
});
const document = { mode: 'navigate', destination: 'document' };

describe('chooseHandling', () => {
  it('answers pages of the app from the shell, and no other page', () => {
    expect(chooseHandling(asked('/', document))).toBe('shell');
    expect(chooseHandling(asked('/read/0199', document))).toBe('shell');
    expect(chooseHandling(asked('/opds/v1.2', document))).toBe('network');
    expect(chooseHandling(asked('/certificate', document))).toBe('network');
    expect(chooseHandling(asked('/apiary', document))).toBe('shell');
    expect(chooseHandling(asked('/api/v1/books/1/file', document))).toBe('network');
  });

  it('never touches a change, a stream or the data of lists', () => {
    expect(chooseHandling(asked('/api/v1/books/1/progress', { method: 'PUT' }))).toBe('network');
    expect(chooseHandling(asked('/api/v1/events/stream'))).toBe('network');
    expect(chooseHandling(asked('/api/v1/home'))).toBe('network');
    expect(chooseHandling(asked('/api/v1/users'))).toBe('network');
    expect(chooseHandling(asked('/api/v1/books'))).toBe('network');
    expect(chooseHandling(asked('/health'))).toBe('network');
  });

  it('takes what other apps share, and no other change', () => {
    expect(chooseHandling(asked('/upload', { ...document, method: 'POST' }))).toBe('share');
    expect(chooseHandling(asked('/upload', document))).toBe('shell');
    expect(chooseHandling(asked('/api/v1/libraries/1/uploads', { method: 'POST' }))).toBe('network');
  });

  it('looks for kept answers of books, chapters and covers', () => {
    expect(chooseHandling(asked('/api/v1/books/1'))).toBe('kept');
    expect(chooseHandling(asked('/api/v1/books/1/pages/12'))).toBe('kept');
    expect(
      chooseHandling(asked('/api/v1/books/1/resources/OPS/c1.xhtml', { mode: 'navigate', destination: 'iframe' })),
    ).toBe('kept');
    expect(chooseHandling(asked('/api/v1/books/1/thumbnail'))).toBe('kept');
    expect(chooseHandling(asked('/api/v1/auth/me'))).toBe('kept');
    expect(chooseHandling(asked('/api/v1/series/1'))).toBe('network');
  });
});

describe('toKeptKey', () => {
  it('is the same for every width of a picture, and differs for every query of another answer', () => {
    expect(toKeptKey('/api/v1/books/1/pages/3', '?width=480&v=ab')).toBe('/api/v1/books/1/pages/3');
    expect(toKeptKey('/api/v1/books/1/resources/a', '?v=2')).toBe('/api/v1/books/1/resources/a?v=2');
    expect(toKeptKey('/api/v1/home', '')).toBeUndefined();
    expect(toKeptKey('/api/v1/libraries', '?pageSize=500')).toBe('/api/v1/libraries?pageSize=500');
    expect(toKeptKey('/api/v1/libraries', '')).toBeUndefined();
  });
});

it('a page with greys or more contrast is never that of the cache', () => {
  const query = (search: string) => new URLSearchParams(search);
  expect(isDrawnForScreen(query('width=1080&contrast=0.5&v=ab'))).toBe(true);
  expect(isDrawnForScreen(query('width=1080&greys=16'))).toBe(true);
  expect(isDrawnForScreen(query('width=1080&v=ab'))).toBe(false);
});

describe('isFit', () => {
  const version = 'ab';

  it('refuses a page of another version of the file, and pages without a version', () => {
    expect(isFit({ width: undefined, version }, { width: undefined, version: 'cd' })).toBe(false);
    expect(isFit({ width: undefined, version: undefined }, { width: undefined, version: undefined })).toBe(false);
  });

  it('shows a kept page that is as wide as wanted, unless it is far wider', () => {
    expect(isFit({ width: 1080, version }, { width: 1080, version })).toBe(true);
    expect(isFit({ width: 1080, version }, { width: 720, version })).toBe(true);
    expect(isFit({ width: 1080, version }, { width: 1440, version })).toBe(false);
    expect(isFit({ width: 1080, version }, { width: 240, version })).toBe(false);
    expect(isFit({ width: undefined, version }, { width: undefined, version })).toBe(true);
    expect(isFit({ width: 1080, version }, { width: undefined, version })).toBe(false);
  });
});

it('names the owner as the session does, which deletes that cache', () => {
  expect(nameCaches('').owner).toBe(`${STORAGE_PREFIX}owner`);
});

it('names the caches of servers on one origin apart', () => {
  expect(nameCaches('').keptBy('u1')).not.toBe(nameCaches('/lectern').keptBy('u1'));
  expect(nameCaches('/lectern').shell.startsWith(nameCaches('').shell)).toBe(false);
});
