type Row = Record<string, unknown>;

/** The columns of one statement, for rows that arrive as arrays. */
export class RowShape {
  readonly #names: readonly string[];
  /** Copied for each row: adding columns to an object one by one costs several times as much. */
  readonly #empty: Row;

  /** @param names of the columns, in the order of the values; of two alike the last one counts */
  constructor(names: readonly string[]) {
    this.#names = names;
    // V8 gives objects from JSON.parse their final layout at once.
    this.#empty = JSON.parse(JSON.stringify(Object.fromEntries(names.map((name) => [name, null])))) as Row;
  }

  toRow(values: readonly unknown[]): Row {
    const row = { ...this.#empty };
    const names = this.#names;
    for (let index = 0; index < names.length; index += 1) row[names[index] ?? ''] = values[index];
    return row;
  }
}
