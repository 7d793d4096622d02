/**
 * What one look at the first bytes of a picture gives: its size in pixels as stored, `more` when that many bytes from the
 * start are needed to tell, or undefined when the header is damaged. A size with `more` may turn out to be turned: without
 * those bytes it stands.
 */
export type Measured =
  | { readonly width: number; readonly height: number; readonly orientation?: number; readonly more?: number }
  | { readonly more: number }
  | undefined;

/** Reads the size out of the first bytes of a picture whose type is known. */
export type Measure = (head: Buffer) => Measured;
