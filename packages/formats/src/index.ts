export { FormatError, type FormatErrorCode } from './format-error.ts';
export { DEFAULT_LIMITS, type Limits } from './limits.ts';
export type * from './reading.ts';
