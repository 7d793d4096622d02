import { describe, expect, it } from 'vitest';
import { isSubject, toPerson, toProxyPerson } from './person.ts';

const readGroups = (claims: Readonly<Record<string, unknown>>, groupsClaim = 'groups') => {
  const told = { ...claims, iss: 'https://id.example.org', sub: 'ann' };
  const { groups, hasMoreGroups } = toPerson({ usernameClaim: 'preferred_username', groupsClaim }, told);
  return { groups, hasMoreGroups };
};

const readHeader = (groups: string | undefined) => toProxyPerson({ user: 'ann', email: undefined, groups }).groups;

describe('groups of a person', () => {
  it('are unknown when nothing is said of them, and none in an empty list', () => {
    for (const claims of [{}, { groups: null }, { groups: { a: 1 } }, { groups: 7 }]) {
      expect(readGroups(claims)).toEqual({ groups: null, hasMoreGroups: false });
    }
    expect(readGroups({ groups: [] })).toEqual({ groups: [], hasMoreGroups: false });
    expect(readGroups({ groups: 'one' }).groups).toEqual(['one']);
    expect(readGroups({ realm_access: { roles: ['a', 'a', 7, 'b'] } }, 'realm_access.roles').groups).toEqual([
      'a',
      'b',
    ]);
    expect([readHeader(undefined), readHeader('')]).toEqual([null, []]);
  });

  it('are not all known when the provider says so, or when there are too many', () => {
    const many = Array.from({ length: 1_001 }, (_, index) => `group ${String(index)}`);
    expect(readGroups({ groups: many }).hasMoreGroups).toBe(true);
    expect(readGroups({ groups: many.slice(1) }).hasMoreGroups).toBe(false);
    expect(readGroups({ _claim_names: { groups: 'src1' } })).toEqual({ groups: null, hasMoreGroups: true });
    expect(readGroups({ _claim_names: { other: 'src1' } }).hasMoreGroups).toBe(false);
    expect(readGroups({ hasgroups: true }).hasMoreGroups).toBe(true);
  });

  it('are separated by | or by commas in a header', () => {
    expect(readHeader('one, two')).toEqual(['one', 'two']);
    expect(readHeader('one, two|three')).toEqual(['one, two', 'three']);
  });
});

describe('a subject', () => {
  it('has at most 255 characters, all of them visible', () => {
    expect(['s', 's'.repeat(255)].map(isSubject)).toEqual([true, true]);
    expect(['', 's'.repeat(256), 'a\nb'].map(isSubject)).toEqual([false, false, false]);
  });
});
