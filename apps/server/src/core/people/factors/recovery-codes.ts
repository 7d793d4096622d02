import { randomInt } from 'node:crypto';

/** 32 letters and digits that are hard to confuse. */
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const LENGTH = 10;
const COUNT = 10;

/** A code as it is compared: without spaces and hyphens, in capitals. */
export function plainCode(typed: string): string {
  return typed.replace(/[\s-]/g, '').toUpperCase();
}

/** Whether a text can be a recovery code. */
export function isRecoveryCode(typed: string): boolean {
  const plain = plainCode(typed);
  return plain.length === LENGTH && plain.split('').every((letter) => LETTERS.includes(letter));
}

/** Ten new codes of 50 bits, `ABCDE-FGHJK`. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: COUNT }, () => {
    const text = Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');
    return `${text.slice(0, LENGTH / 2)}-${text.slice(LENGTH / 2)}`;
  });
}
