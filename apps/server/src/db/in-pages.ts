/** Rows of one read where all are wanted: few enough that requests run between two reads. */
export const PAGE_ROWS = 1_000;

/**
 * All rows of a query, a page at a time.
 * @param read at most PAGE_ROWS rows after the given key, in key order; the first key is ''
 * @param readKey the key of a row, never ''
 */
export async function* inPages<Row>(
  read: (after: string) => Promise<Row[]>,
  readKey: (row: Row) => string,
): AsyncGenerator<Row[], void> {
  for (let after = ''; ; ) {
    const rows = await read(after);
    yield rows;
    const last = rows.at(-1);
    if (rows.length < PAGE_ROWS || last === undefined) return;
    after = readKey(last);
  }
}
