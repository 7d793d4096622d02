/** What was chosen by id of a book, oldest first. */
export type Kept<Value> = ReadonlyMap<string, Value>;

/** More than anyone reads at the same time; older ones are forgotten. */
const MOST_KEPT = 400;

function entriesOf(stored: unknown): readonly (readonly [string, unknown])[] {
  if (!Array.isArray(stored)) return [];
  return stored.filter(
    (entry: unknown): entry is [string, unknown] =>
      Array.isArray(entry) && entry.length === 2 && typeof entry[0] === 'string',
  );
}

/** The shifted runs of a book's spreads, by book, out of what `keep` wrote; anything else in it is left out. */
export function parseShifts(stored: unknown): Kept<readonly number[]> {
  return new Map(
    entriesOf(stored).map(([id, value]) => [
      id,
      Array.isArray(value) ? value.filter((page: unknown): page is number => Number.isInteger(page)) : [],
    ]),
  );
}

/** With one more choice, as the newest; ready for JSON as `[...kept]`. */
export function keep<Value>(kept: Kept<Value>, id: string, value: Value): Kept<Value> {
  const next = new Map(kept);
  next.delete(id);
  next.set(id, value);
  return new Map([...next].slice(-MOST_KEPT));
}
