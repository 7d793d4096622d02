import { join } from 'node:path';
import type { DatabaseLocation } from '#db/open.ts';
import type { Home } from './home.ts';

/** Where the database of a home is. */
export function findLocation({ dataDir, databaseUrl }: Home): DatabaseLocation {
  return databaseUrl === undefined
    ? { kind: 'sqlite', path: join(dataDir, 'lectern.db') }
    : { kind: 'postgres', url: databaseUrl, poolSize: 2 };
}
