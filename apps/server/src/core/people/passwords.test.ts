import { describe, expect, it } from 'vitest';
import { hashPassword, matchesPassword } from './passwords.ts';

describe('the hash of a password', () => {
  it('is argon2id with 19 MiB and two passes, and a salt of its own', async () => {
    const [one, other] = [await hashPassword('the same for all'), await hashPassword('the same for all')];
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
    expect(one).not.toBe(other);
  });

  it('is of the whole password in its case, however long', async () => {
    const long = `${'🦊 long '.repeat(40)}A`;
    const hash = await hashPassword(long);
    expect(await matchesPassword(hash, long)).toBe(true);
    for (const near of [`${long.slice(0, -1)}B`, `${long.slice(0, -1)}a`, long.slice(0, -1), `${long} `, ` ${long}`]) {
      expect(await matchesPassword(hash, near)).toBe(false);
    }
  });

  it('is the same for a letter with its sign in one or two characters', async () => {
    expect(await matchesPassword(await hashPassword('caf\u00e9 au lait'), 'cafe\u0301 au lait')).toBe(true);
  });
});
