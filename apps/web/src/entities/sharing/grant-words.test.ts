import { describe, expect, it } from 'vitest';
import { grantSentence } from './grant-words.ts';

const deny = (sharingTagName: string) => ({ sharingTagName, accessMode: 'deny' }) as const;
const allow = (sharingTagName: string) => ({ sharingTagName, accessMode: 'allow' }) as const;

describe('grantSentence', () => {
  it.each([
    [[], 'Sees every series of their libraries, whatever it is tagged.'],
    [[deny('Adults')], 'Sees every series of their libraries but those tagged “Adults”.'],
    [[deny('A'), deny('B'), deny('C')], 'Sees every series of their libraries but those tagged “A”, “B” or “C”.'],
    [[allow('Kids')], 'Sees only series tagged “Kids”.'],
    [[deny('Horror'), allow('Kids')], 'Sees only series tagged “Kids”, and of these none tagged “Horror”.'],
  ])('describes %j', (grants, sentence) => {
    expect(grantSentence(grants)).toBe(sentence);
  });
});
