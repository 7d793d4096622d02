import { describe, expect, it } from 'vitest';
import { isRecoveryCode, newRecoveryCodes, plainCode } from './recovery-codes.ts';

describe('recovery codes', () => {
  it('are ten different ones, of letters that are hard to confuse', () => {
    const codes = newRecoveryCodes();
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^[A-HJ-NP-Z2-9]{5}-[A-HJ-NP-Z2-9]{5}$/);
  });

  it('are recognised as they are typed', () => {
    for (const code of newRecoveryCodes()) {
      expect(isRecoveryCode(` ${code.toLowerCase().replace('-', ' ')}`)).toBe(true);
      expect(plainCode(code.toLowerCase())).toBe(code.replace('-', ''));
    }
    for (const typed of ['', '123456', 'ABCDE-FGHJ', 'ABCDE-FGHJ0', 'ABCDE-FGHJKL']) {
      expect(isRecoveryCode(typed)).toBe(false);
    }
  });
});
