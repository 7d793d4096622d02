import { createHash } from 'node:crypto';
import type { DumpConnection } from './connect.ts';
import { listDumpTables, listRunMigrations, quote } from './list-tables.ts';
import { type DumpTable, encodeCell, encodeRow, type Row } from './rows.ts';

/** Number of rows and a checksum of them in any order. */
export interface TableSum {
  readonly name: string;
  readonly rows: number;
  /** Hexadecimal. */
  readonly checksum: string;
}

/** The rows of one state of a database. */
export interface DumpSource {
  /** Names of the migrations that made its tables. */
  readonly migrations: readonly string[];
  readonly tables: readonly DumpTable[];
  /** Rows of one table in batches. One table is read at a time. */
  readonly read: (table: DumpTable) => AsyncIterable<readonly Row[]>;
}

/** Takes the tables of a dump, one after the other. */
export interface DumpSink {
  /** Reads `batches` to their end. */
  readonly write: (table: DumpTable, batches: AsyncIterable<readonly Row[]>) => Promise<void>;
}

const SUM_BYTES = 16;
const MODULUS = 1n << BigInt(SUM_BYTES * 8);

/** Adds up the hashes of rows, so that their order does not matter. */
class RowSum {
  #rows = 0;
  #sum = 0n;

  add(row: Row): void {
    this.#rows += 1;
    const hash = createHash('sha256').update(encodeRow(row)).digest('hex');
    this.#sum = (this.#sum + BigInt(`0x${hash.slice(0, SUM_BYTES * 2)}`)) % MODULUS;
  }

  result(name: string): TableSum {
    return { name, rows: this.#rows, checksum: this.#sum.toString(16).padStart(SUM_BYTES * 2, '0') };
  }
}

/**
 * The rows of a database as they are now: later writes do not show.
 * @param connection without a transaction; it has one until it is disposed
 */
export async function openDumpSource(connection: DumpConnection): Promise<DumpSource> {
  await connection.beginRead();
  return {
    migrations: await listRunMigrations(connection),
    tables: await listDumpTables(connection),
    async *read({ name, columns }) {
      const list = columns.map((column) => quote(column.name)).join(', ');
      for await (const rows of connection.stream(`select ${list} from ${quote(name)}`)) {
        yield rows.map((row) => row.map(encodeCell));
      }
    },
  };
}

/** Adds up the rows of batches that pass. */
async function* summed(batches: AsyncIterable<readonly Row[]>, sum: RowSum): AsyncIterable<readonly Row[]> {
  for await (const rows of batches) {
    for (const row of rows) sum.add(row);
    yield rows;
  }
}

/** Writes every table of a source to a sink. @returns what each table had */
export async function dumpTables(source: DumpSource, sink: DumpSink): Promise<TableSum[]> {
  const sums: TableSum[] = [];
  for (const table of source.tables) {
    const sum = new RowSum();
    await sink.write(table, summed(source.read(table), sum));
    sums.push(sum.result(table.name));
  }
  return sums;
}

/** Counts and checksums of every table: equal for equal rows, on either database. */
export async function checksumTables(source: DumpSource): Promise<TableSum[]> {
  const drain: DumpSink = {
    write: async (_table, batches) => {
      for await (const rows of batches) void rows;
    },
  };
  return dumpTables(source, drain);
}
