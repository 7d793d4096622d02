/** Longest quotation, in UTF-16 code units. In a file of its own, which the reader loads without the schemas. */
export const MAX_QUOTATION = 1_000;
