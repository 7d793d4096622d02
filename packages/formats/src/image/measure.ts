/**
 * Size in pixels as stored; `more` when that many bytes are needed; undefined for a damaged header. A size with `more`
 * may still turn out to be rotated, and stands when the bytes are missing.
 */
export type Measured =
  | { readonly width: number; readonly height: number; readonly orientation?: number; readonly more?: number }
  | { readonly more: number }
  | undefined;

/** Reads the size of a picture of a known type from its first bytes. */
export type Measure = (head: Buffer) => Measured;
