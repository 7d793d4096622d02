import { describe, expect, it } from 'vitest';
import { chooseLanguage } from './choose-language.ts';

describe('chooseLanguage', () => {
  it.each([
    [undefined, 'en'],
    ['de-DE,de;q=0.9,en;q=0.8', 'de'],
    ['en;q=0.5, fr;q=0.9', 'fr'],
    ['nl, pt;q=0.4', 'pt-BR'],
    ['de;q=0, it;q=0.1', 'it'],
    ['zh-CN', 'zh-Hans'],
    ['*', 'en'],
    ['auto, ja;q=0.1', 'ja'],
    [`${'x,'.repeat(30)}de`, 'en'],
  ])('chooses for %j: %s', (header, language) => expect(chooseLanguage(header)).toBe(language));
});
