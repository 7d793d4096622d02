/** Rows read at once where all are wanted: few enough that requests get their turn between two reads. */
export const PAGE_ROWS = 1_000;

/**
 * All rows of a query, a page at a time.
 * @param read rows whose key comes after the one given, in the order of their keys, PAGE_ROWS at most; begins at ''
 * @param keyOf the key that rows are ordered by, never ''
 */
export async function* inPages<Row>(
  read: (after: string) => Promise<Row[]>,
  keyOf: (row: Row) => string,
): AsyncGenerator<Row[], void> {
  for (let after = ''; ; ) {
    const rows = await read(after);
    yield rows;
    const last = rows.at(-1);
    if (rows.length < PAGE_ROWS || last === undefined) return;
    after = keyOf(last);
  }
}
