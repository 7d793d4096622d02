import { describe, expect, it } from 'vitest';
import { normalizeLanguage } from './language.ts';

describe('normalizeLanguage', () => {
  it.each([
    ['en', 'en'],
    ['EN_us', 'en-US'],
    ['jpn', 'ja'],
    ['fre', 'fr'],
    ['zh-hans-cn', 'zh-Hans-CN'],
    ['English', 'en'],
    ['français', 'fr'],
    ['日本語', 'ja'],
    ['en-', 'en'],
  ])('reads "%s" as %s', (text, tag) => {
    expect(normalizeLanguage(text)).toBe(tag);
  });

  it.each(['', 'und', 'UND', 'zxx', 'x-private', 'e', '!!', 'nonsense'])('knows no language "%s"', (text) => {
    expect(normalizeLanguage(text)).toBeUndefined();
  });
});
