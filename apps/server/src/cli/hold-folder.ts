import { join } from 'node:path';
import type { Config } from '#config/schema.ts';
import { holdDataFolder, LOCK_FILE } from '#db/hold-data-folder.ts';
import { createFolder } from '#files/data/create-folder.ts';
import { createPrivateFile } from '#files/data/private-folder.ts';

/** Takes the lock of the data folder for SQLite; servers on one PostgreSQL may share it. */
export async function holdFolder({ database, dataDir }: Config): Promise<Disposable | undefined> {
  if (database.url !== undefined) return undefined;
  await createFolder(dataDir);
  await createPrivateFile(join(dataDir, LOCK_FILE));
  return await holdDataFolder(dataDir);
}
