import type { CompiledQuery } from 'kysely';

/** Queries that were compiled once, by shape. */
export type CompiledTexts = Map<string, CompiledQuery>;

/** Compiled queries hang on the handle they were compiled for: the two databases spell them differently. */
const textsFor = new WeakMap<object, CompiledTexts>();

/** What was compiled for a handle. */
export function textsOf(handle: object): CompiledTexts {
  const known = textsFor.get(handle);
  if (known !== undefined) return known;
  const texts: CompiledTexts = new Map();
  textsFor.set(handle, texts);
  return texts;
}

/** Lets a handle that lives shortly, a transaction, use what was compiled for the one it came from. */
export function shareTexts(handle: object, texts: CompiledTexts): void {
  textsFor.set(handle, texts);
}
