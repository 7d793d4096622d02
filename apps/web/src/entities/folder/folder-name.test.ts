import { describe, expect, it } from 'vitest';
import { folderName, overlaps, pathBelow } from './folder-name.ts';

describe('folderName', () => {
  it.each([
    ['/mnt/books/Manga', 'Manga'],
    ['/mnt/books/Manga/', 'Manga'],
    ['C:\\Comics', 'Comics'],
    ['/', '/'],
  ])('names %s "%s"', (path, name) => expect(folderName(path)).toBe(name));
});

describe('overlaps', () => {
  it.each([
    ['/books', '/books/', true],
    ['/books', '/books/manga', true],
    ['/books/manga', '/books', true],
    ['/books', '/books2', false],
    ['C:\\Books', 'C:/Books/Manga', true],
    ['/', '/books', true],
  ])('%s and %s: %s', (a, b, answer) => expect(overlaps(a, b)).toBe(answer));
});

describe('pathBelow', () => {
  it.each([
    ['/books', '/books/manga/One Piece', 'manga/One Piece'],
    ['/books/', '/books', ''],
    ['/', '/books', 'books'],
    ['C:\\Books', 'C:\\Books\\Manga', 'Manga'],
    ['/books', '/books2', undefined],
    ['/books/manga', '/books', undefined],
  ])('resolves from %s, %s to %s', (root, folder, path) => expect(pathBelow(root, folder)).toBe(path));
});
