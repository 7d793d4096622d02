/** What a column holds, the same on both databases. */
export type ColumnType = 'integer' | 'real' | 'text' | 'blob';

/** A column of a dumped table. */
export interface DumpColumn {
  readonly name: string;
  readonly type: ColumnType;
}

/** A dumped table; columns in order of their names. */
export interface DumpTable {
  readonly name: string;
  readonly columns: readonly DumpColumn[];
}

/**
 * A value as JSON holds it. An integer above 2^53 is a string of digits, a blob is base64, and a real that JSON has no
 * number for is its name.
 */
export type Cell = string | number | null;

/** The values of one row, in the order of its columns. */
export type Row = readonly Cell[];

/** The dump does not fit the database, or the database cannot hold a value of it. */
export class DumpError extends Error {
  override readonly name = 'DumpError';
}

function encodeNumber(value: number | bigint): Cell {
  if (typeof value === 'bigint') {
    const number = Number(value);
    return Number.isSafeInteger(number) ? number : String(value);
  }
  return Number.isFinite(value) ? value : String(value);
}

/** A value of a driver as a cell. */
export function encodeCell(value: unknown): Cell {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'bigint') return encodeNumber(value);
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
  throw new DumpError(`Cannot dump a value of the type ${typeof value}`);
}

type Value = string | number | bigint | Buffer;

function decodeInteger(cell: string | number): Value | undefined {
  if (typeof cell === 'string') return /^-?\d{1,19}$/.test(cell) ? BigInt(cell) : undefined;
  return Number.isSafeInteger(cell) ? cell : undefined;
}

function decodeReal(cell: string | number): Value | undefined {
  const value = Number(cell);
  return Number.isNaN(value) && cell !== 'NaN' ? undefined : value;
}

/** By column type; undefined for a cell of another type. */
const DECODERS: Readonly<Record<ColumnType, (cell: string | number) => Value | undefined>> = {
  integer: decodeInteger,
  real: decodeReal,
  text: (cell) => (typeof cell === 'string' ? cell : undefined),
  blob: (cell) => (typeof cell === 'string' ? Buffer.from(cell, 'base64') : undefined),
};

/** A cell as a driver takes it. @throws {DumpError} it does not fit its column */
export function decodeCell(cell: Cell, { name, type }: DumpColumn): Value | null {
  if (cell === null) return null;
  const value = DECODERS[type](cell);
  if (value !== undefined) return value;
  throw new DumpError(
    `Column "${name}" holds ${JSON.stringify(cell).slice(0, 40)}, expected a value of the type ${type}`,
  );
}

/** One line of text for a row, without a line break. */
export function encodeRow(row: Row): string {
  return JSON.stringify(row);
}

/** Parses a line. @throws {DumpError} it is no row of this table */
export function decodeRow(line: string, { name, columns }: DumpTable): Row {
  let cells: unknown;
  try {
    cells = JSON.parse(line);
  } catch (error) {
    throw new DumpError(`Table "${name}" has a line that is no JSON`, { cause: error });
  }
  const isRow =
    Array.isArray(cells) &&
    cells.length === columns.length &&
    cells.every((cell) => cell === null || typeof cell === 'string' || typeof cell === 'number');
  if (!isRow) throw new DumpError(`Table "${name}" has a line that is no row of ${String(columns.length)} columns`);
  return cells as Row;
}
