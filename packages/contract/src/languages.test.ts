import { describe, expect, it } from 'vitest';
import { chooseLanguage, isRightToLeft } from './languages.ts';

describe('chooseLanguage', () => {
  it('takes the first wanted language that there is, by its script', () => {
    expect(chooseLanguage(['nl-NL', 'en-GB'])).toBe('en');
    expect(chooseLanguage(['', 'not a tag', 'xx'])).toBe('en');
  });
});

describe('isRightToLeft', () => {
  it.each([
    ['ar', true],
    ['he-IL', true],
    ['en', false],
    ['ja', false],
  ])('%s: %s', (language, is) => expect(isRightToLeft(language)).toBe(is));
});
