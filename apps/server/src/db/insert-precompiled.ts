import type { RawBuilder } from 'kysely';
import type { Tx } from './open.ts';
import { columnListOf, type Compilable, compileOnce, slotsFor } from './precompiled.ts';

/** Rows of one statement, the largest first: each size has its own cached text. */
const ROWS = [40, 8, 1];

type Row = Readonly<Record<string, unknown>>;

function hasJust(row: Row, columns: readonly string[]): boolean {
  let count = 0;
  for (const column in row) if (row[column] !== undefined) count += 1;
  return count === columns.length && columns.every((column) => row[column] !== undefined);
}

/** Cuts rows into statements: rows of one statement have the same columns. */
function* inPieces<Inserted extends Row>(
  rows: readonly Inserted[],
): Generator<{ readonly piece: readonly Inserted[]; readonly columns: readonly string[] }> {
  for (let from = 0; from < rows.length; ) {
    const columns = columnListOf(rows[from] ?? {});
    const different = rows.findIndex((row, index) => index > from && !hasJust(row, columns));
    const end = different < 0 ? rows.length : different;
    for (const size of ROWS) {
      for (; from + size <= end; from += size) yield { piece: rows.slice(from, from + size), columns };
    }
  }
}

/**
 * Inserts rows with few statements, each of which is compiled once.
 * @param shape key of the text, without columns and number of rows
 * @param build an insert with one slot for each column of each row; it returns nothing
 * @returns rows of the statements that inserted fewer rows than they were given
 */
export async function insertPrecompiled<Inserted extends Row>(
  tx: Tx,
  shape: string,
  rows: readonly Inserted[],
  build: (rows: readonly { [Column in keyof Inserted]: RawBuilder<Inserted[Column]> }[]) => Compilable<unknown>,
): Promise<Inserted[]> {
  const doubtful: Inserted[] = [];
  for (const { piece, columns } of inPieces(rows)) {
    const values = Object.fromEntries(columns.map((column) => [column, piece.map((row) => row[column])]));
    const text = `${shape} ${String(piece.length)} ${columns.join()}`;
    const query = compileOnce(tx.write, text, values, () => build(piece.map((row, at) => slotsFor(row, at))));
    const { numAffectedRows = 0n } = await tx.write.executeQuery(query);
    if (Number(numAffectedRows) < piece.length) doubtful.push(...piece);
  }
  return doubtful;
}
