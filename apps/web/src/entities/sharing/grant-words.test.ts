import { describe, expect, it } from 'vitest';
import { grantSentence } from './grant-words.ts';

const deny = (sharingTagName: string) => ({ sharingTagName, accessMode: 'deny' }) as const;
const allow = (sharingTagName: string) => ({ sharingTagName, accessMode: 'allow' }) as const;

describe('grantSentence', () => {
  it.each([
    [[], 'Sees all series in their libraries, whatever their tags.'],
    [[deny('Adults')], 'Sees all series in their libraries except those tagged “Adults”.'],
    [[deny('A'), deny('B'), deny('C')], 'Sees all series in their libraries except those tagged “A”, “B”, or “C”.'],
    [[allow('Kids')], 'Sees only series tagged “Kids”.'],
    [[deny('Horror'), allow('Kids')], 'Sees only series tagged “Kids”, except those tagged “Horror”.'],
  ])('describes %j', (grants, sentence) => {
    expect(grantSentence(grants)).toBe(sentence);
  });
});
