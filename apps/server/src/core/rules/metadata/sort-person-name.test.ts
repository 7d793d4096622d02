import { describe, expect, it } from 'vitest';
import { sortPersonName } from './sort-person-name.ts';

describe('sortPersonName', () => {
  it.each([
    ['Terry Pratchett', 'Pratchett, Terry'],
    ['Ursula K. Le Guin', 'Le Guin, Ursula K.'],
    ['Ludwig van Beethoven', 'van Beethoven, Ludwig'],
    ['Antoine de la Sale', 'de la Sale, Antoine'],
    ['Sammy Davis Jr.', 'Davis, Sammy, Jr.'],
    ['Sammy Davis, Jr.', 'Davis, Sammy, Jr.'],
    ['Pratchett, Terry', 'Pratchett, Terry'],
    ['Hergé', 'Hergé'],
    ['  Ann   Oar ', 'Oar, Ann'],
    ['Van Halen', 'Halen, Van'],
    ['尾田 栄一郎', '尾田 栄一郎'],
    ['', ''],
  ])('%s gives %s', (name, expected) => {
    expect(sortPersonName(name)).toBe(expected);
  });
});
