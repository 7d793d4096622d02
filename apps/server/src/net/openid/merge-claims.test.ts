import { describe, expect, it } from 'vitest';
import { mergeClaims } from './merge-claims.ts';

const ID = { iss: 'https://id.example.org', sub: 'ann' };
const OWN = { email: 'ann@example.org', email_verified: true };

describe('claims of both documents', () => {
  it('count first as the ID token says', () => {
    const merged = mergeClaims(
      { ...ID, name: 'Ann' },
      { sub: 'ann', name: 'Other', groups: ['a'], iss: 'https://evil.example' },
    );
    expect(merged).toMatchObject({ ...ID, name: 'Ann', groups: ['a'] });
  });

  it('say only in the ID token how a user was authenticated', () => {
    expect(mergeClaims(ID, { amr: ['mfa'] })['amr']).toBeUndefined();
    expect(mergeClaims({ ...ID, amr: ['mfa'] }, {})['amr']).toEqual(['mfa']);
  });

  it('confirm no address that the other document names', () => {
    const typed = 'boss@example.org';
    expect(mergeClaims({ ...ID, email: typed }, OWN)).toMatchObject({ email: typed, email_verified: undefined });
    expect(mergeClaims({ ...ID, email_verified: true }, { email: typed })).toMatchObject({
      email: typed,
      email_verified: undefined,
    });
    expect(mergeClaims({ ...ID, ...OWN, email_verified: false }, OWN)).toMatchObject({ email_verified: false });
  });

  it('confirm an address that either document confirms', () => {
    for (const [idToken, userInfo] of [
      [OWN, {}],
      [{}, OWN],
      [{ email: OWN.email }, OWN],
    ]) {
      expect(mergeClaims({ ...ID, ...idToken }, userInfo ?? {})).toMatchObject(OWN);
    }
  });
});
