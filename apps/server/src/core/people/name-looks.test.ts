import { describe, expect, it } from 'vitest';
import { isReservedName, getLook } from './name-look.ts';

describe('the look of a name', () => {
  it.each([
    ['ada', 'аdа'],
    ['ada', 'ＡＤＡ'],
    ['paul', 'pau1'],
    ['bob', 'b0b'],
    ['Ian', 'lan'],
    ['mia', 'rnia'],
    ['nik', 'Νιk'],
    ['ВОВ', 'BOB'],
    ['anna  lee', 'Anna Lee'],
  ])('is one for "%s" and "%s"', (one, other) => {
    expect(getLook(one)).toBe(getLook(other));
  });

  it.each([
    ['ada', 'ida'],
    ['jose', 'josé'],
    ['さくら', 'サクラ'],
    ['иван', 'ivan'],
    ['bob', 'bobby'],
  ])('tells "%s" from "%s"', (one, other) => {
    expect(getLook(one)).not.toBe(getLook(other));
  });
});

describe('names kept for the server', () => {
  it.each([
    'admin',
    'ADMIN',
    'Аdmin',
    'adm1n',
    'a.d.m.i.n',
    'ádmín',
    'Adm!n',
    'adrnin',
    'Lectern',
    'r00t',
    'me',
    'NULL',
  ])('hold "%s"', (name) => {
    expect(isReservedName(name)).toBe(true);
  });

  it.each(['ada', 'adminah', 'mel', 'Nell', 'Robin', 'meadmin', 'さくら', '李', '!'])('do not hold "%s"', (name) => {
    expect(isReservedName(name)).toBe(false);
  });
});
