import { join, resolve } from 'node:path';
import type { Config } from '#config/schema.ts';
import type { DatabaseLocation } from '#db/open.ts';

/** Where the data of a server is. */
export interface DataPlace {
  readonly location: DatabaseLocation;
  readonly dataDir: string;
}

/** The folder of backups, absolute. */
export function getBackupFolder({ dataDir, backups }: Pick<Config, 'dataDir' | 'backups'>): string {
  return resolve(backups.folder ?? join(dataDir, 'backups'));
}

/** Where a configuration keeps its data. */
export function findPlace({ dataDir, database }: Pick<Config, 'dataDir' | 'database'>): DataPlace {
  const { url, ...pool } = database;
  const path = join(dataDir, 'lectern.db');
  return { dataDir, location: url === undefined ? { kind: 'sqlite', path } : { kind: 'postgres', url, ...pool } };
}
