import type { CompiledQuery } from 'kysely';

/** Compiled queries by shape. */
export type CompiledTexts = Map<string, CompiledQuery>;

/** Per handle, because the SQL of the two databases differs. */
const textsFor = new WeakMap<object, CompiledTexts>();

/** The compiled queries of a handle. */
export function getTexts(handle: object): CompiledTexts {
  const known = textsFor.get(handle);
  if (known !== undefined) return known;
  const texts: CompiledTexts = new Map();
  textsFor.set(handle, texts);
  return texts;
}

/** Gives a short-lived handle, such as a transaction, the compiled queries of another. */
export function shareTexts(handle: object, texts: CompiledTexts): void {
  textsFor.set(handle, texts);
}
