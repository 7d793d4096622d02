import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { RunningServer } from './server.ts';

/** Changes the database of a running server. */
export function changeDatabase({ dataDir }: Pick<RunningServer, 'dataDir'>, statement: string): void {
  const database = new DatabaseSync(join(dataDir, 'lectern.db'));
  database.exec(statement);
  database.close();
}
