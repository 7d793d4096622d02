/** Values by book id, oldest first. */
export type Kept<Value> = ReadonlyMap<string, Value>;

/** Limit; the oldest entries are dropped. */
const MOST_KEPT = 400;

function listEntries(stored: unknown): readonly (readonly [string, unknown])[] {
  if (!Array.isArray(stored)) return [];
  return stored.filter(
    (entry: unknown): entry is [string, unknown] =>
      Array.isArray(entry) && entry.length === 2 && typeof entry[0] === 'string',
  );
}

/** Parses the stored shifted runs by book; ignores invalid entries. */
export function parseShifts(stored: unknown): Kept<readonly number[]> {
  return new Map(
    listEntries(stored).map(([id, value]) => [
      id,
      Array.isArray(value) ? value.filter((page: unknown): page is number => Number.isInteger(page)) : [],
    ]),
  );
}

/** Adds an entry as the newest; serialise with `[...kept]`. */
export function keep<Value>(kept: Kept<Value>, id: string, value: Value): Kept<Value> {
  const next = new Map(kept);
  next.delete(id);
  next.set(id, value);
  return new Map([...next].slice(-MOST_KEPT));
}
