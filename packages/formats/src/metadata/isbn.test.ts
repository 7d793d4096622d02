import { describe, expect, it } from 'vitest';
import { distinctIsbns, findIsbns, readIsbn } from './isbn.ts';

describe('readIsbn', () => {
  it.each([
    ['978-0-306-40615-7', '9780306406157'],
    ['urn:isbn:9780306406157', '9780306406157'],
    ['ISBN-13: 978 0 306 40615 7', '9780306406157'],
    ['0-306-40615-2', '0306406152'],
    ['ISBN 080442957x', '080442957X'],
  ])('reads "%s"', (text, isbn) => {
    expect(readIsbn(text)).toBe(isbn);
  });

  it.each(['9780306406158', '0306406153', '978030640615', '9990306406157', 'X306406152', 'isbn', ''])(
    'refuses "%s"',
    (text) => {
      expect(readIsbn(text)).toBeUndefined();
    },
  );
});

describe('findIsbns', () => {
  it('finds book numbers in running text and not inside longer numbers', () => {
    expect(findIsbns('Print 978-0-306-40615-7, ebook 9781503280786; serial 197803064061570')).toEqual([
      '9780306406157',
      '9781503280786',
    ]);
  });
});

describe('distinctIsbns', () => {
  it('keeps one spelling of the same book', () => {
    expect(distinctIsbns(['0306406152', undefined, '9780306406157', '080442957X'])).toEqual([
      '0306406152',
      '080442957X',
    ]);
  });
});
