import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { RunningServer } from './server.ts';

/** A server that writes keeps others waiting for milliseconds. */
const PATIENCE_MS = 30_000;

/** Changes the database of a running server. */
export function changeDatabase({ dataDir }: Pick<RunningServer, 'dataDir'>, statement: string): void {
  const database = new DatabaseSync(join(dataDir, 'lectern.db'), { timeout: PATIENCE_MS });
  database.exec(statement);
  database.close();
}
