type Row = Record<string, unknown>;

/** The columns that all rows of one statement have, for rows that come as bare values. */
export class RowShape {
  readonly #names: readonly string[];
  /** Copied for each row: an object that gets its columns one by one costs several times as much. */
  readonly #empty: Row;

  /** @param names of the columns, in the order of the values; of two alike the last one counts */
  constructor(names: readonly string[]) {
    this.#names = names;
    // What is read from JSON has all its columns from the beginning, however many they are.
    this.#empty = JSON.parse(JSON.stringify(Object.fromEntries(names.map((name) => [name, null])))) as Row;
  }

  /** The values as a row. */
  rowOf(values: readonly unknown[]): Row {
    const row = { ...this.#empty };
    const names = this.#names;
    for (let index = 0; index < names.length; index += 1) row[names[index] ?? ''] = values[index];
    return row;
  }
}
