import { describe, expect, it } from 'vitest';
import { normalizeTitle } from './normalize-title.ts';

describe('normalizeTitle', () => {
  it.each([
    ['Pokémon: The Movie!', 'pokemon the movie'],
    ['  Batman  &  Robin ', 'batman and robin'],
    ['ＡＫＩＲＡ', 'akira'],
    ['Spider-Man', 'spider man'],
    ['20th Century Boys', '20th century boys'],
    ['進撃の巨人', '進撃の巨人'],
  ])('takes "%s" for "%s"', (title, expected) => {
    expect(normalizeTitle(title)).toBe(expected);
  });

  it('keeps numbers, so that a sequel is another series', () => {
    expect(normalizeTitle('Akira 2')).not.toBe(normalizeTitle('Akira'));
  });

  it('gives nothing for a title without letters and digits', () => {
    expect(normalizeTitle(' !?… ')).toBe('');
  });
});
