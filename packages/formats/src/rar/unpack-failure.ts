import { FormatError, type FormatErrorCode } from '../format-error.ts';

/** The unpacker's code for a wrong checksum. */
export const DAMAGED = 12;

/** The error of an entry by the unpacker's code. */
export function notUnpacked(name: string, code: number): FormatError {
  const [meaning, words] = UNPACKER_CODES.get(code) ?? ['rar.extract', `the unpacker failed with code ${code}`];
  return new FormatError(meaning, `Cannot unpack entry "${name}": ${words}`);
}

const UNPACKER_CODES: ReadonlyMap<number, readonly [FormatErrorCode, string]> = new Map([
  [11, ['entry.too-large', 'it needs more memory than there is']],
  [DAMAGED, ['entry.corrupt', 'its data is damaged']],
  [14, ['entry.unsupported', 'it is packed in an unknown way']],
  [18, ['entry.truncated', 'its data is cut off']],
  [22, ['entry.encrypted', 'it is encrypted']],
  [24, ['entry.encrypted', 'it is encrypted']],
]);
