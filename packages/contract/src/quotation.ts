/** Longest quotation, in UTF-16 code units. */
export const MAX_QUOTATION = 1_000;
