export { FormatError, type FormatErrorCode } from './format-error.ts';
export { DEFAULT_LIMITS, type Limits } from './limits.ts';
export { compareNatural } from './natural-order.ts';
export { readBook, type ReadBookOptions } from './read-book.ts';
export {
  checkEntry,
  type DirectEntry,
  gzipMember,
  isDirect,
  type OpenedFile,
  packedRange,
  readEntry,
  unpackEntry,
} from './read-entry.ts';
export type * from './reading.ts';
export { extractRarEntry, type PackedRarEntry } from './rar/extract-entry.ts';
