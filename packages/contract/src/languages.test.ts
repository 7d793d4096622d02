import { describe, expect, it } from 'vitest';
import { findLanguage, isRightToLeft } from './languages.ts';

describe('findLanguage', () => {
  it.each([
    [['nl-NL', 'en-GB'], 'en'],
    [['de-AT'], 'de'],
    [['pt-PT'], 'pt-BR'],
    [['zh-CN'], 'zh-Hans'],
    [['zh-TW', 'ja'], 'ja'],
    [['', 'not a tag', 'xx'], undefined],
  ])('finds for %j: %s', (wanted, found) => expect(findLanguage(wanted)).toBe(found));
});

describe('isRightToLeft', () => {
  it.each([
    ['ar', true],
    ['he-IL', true],
    ['en', false],
    ['ja', false],
  ])('%s: %s', (language, is) => expect(isRightToLeft(language)).toBe(is));
});
