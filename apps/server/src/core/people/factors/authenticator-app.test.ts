import { describe, expect, it } from 'vitest';
import { findCodeStep, isAppCode, toAppSecret, toAppUri } from './authenticator-app.ts';

/** Of RFC 6238, appendix B. The last six of its eight digits. */
const SECRET = toAppSecret(Buffer.from('12345678901234567890'));
const CODES = [
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
] as const;

describe('codes of an authenticator app', () => {
  it('are those of RFC 6238, and name their period', () => {
    for (const [second, code] of CODES) {
      expect(findCodeStep(SECRET, code, second * 1000)).toBe(Math.floor(second / 30));
    }
  });

  it('are right one period early and late, and wrong beyond', () => {
    const [, [second, code]] = CODES;
    const step = Math.floor(second / 30);
    for (const [shift, found] of [
      [-2, undefined],
      [-1, step],
      [1, step],
      [2, undefined],
    ] as const) {
      expect(findCodeStep(SECRET, code, (step + shift) * 30_000)).toBe(found);
    }
  });

  it('may be typed with spaces, and are refused in every other form', () => {
    expect(findCodeStep(SECRET, ' 287 082 ', 59_000)).toBe(1);
    expect(isAppCode('287-082')).toBe(true);
    for (const typed of ['28708', '2870822', '', '٢٨٧٠٨٢', '28708a', '+87082']) expect(isAppCode(typed)).toBe(false);
    for (const typed of ['28708', '2870822', '28708a', '-1']) {
      expect(findCodeStep(SECRET, typed, 59_000)).toBeUndefined();
    }
  });

  it('have a secret of 160 bits, whose address names server and user', () => {
    expect(toAppSecret(Buffer.alloc(32, 7))).toHaveLength(32);
    const uri = new URL(toAppUri({ secret: SECRET, server: 'Books: ours', user: 'ann & bob' }));
    expect([uri.protocol, uri.host, decodeURIComponent(uri.pathname)]).toEqual([
      'otpauth:',
      'totp',
      '/Books  ours:ann & bob',
    ]);
    expect(uri.searchParams.get('secret')).toBe(SECRET);
  });
});
