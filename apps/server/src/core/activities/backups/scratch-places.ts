import { dropSchema, listSchemas } from '#db/dump/scratch.ts';
import { listStaged, removeStaged } from '#files/backups/restore-journal.ts';
import type { DataPlace } from './find-place.ts';

const FOLDER = 'restore-';
const SCHEMA = 'lectern_restore_';
/** Servers that share a PostgreSQL may be staging a restore: what they staged stays for so long. */
const GRACE_MS = 86_400_000;
const STAMP = /^(\d{4})(\d\d)(\d\d)-(\d\d)(\d\d)(\d\d)-[0-9a-f]{8}$/;

/** Names of the folder and schema of a scratch place. */
export function nameScratch(id: string): { readonly folder: string; readonly schema: string } {
  return { folder: FOLDER + id, schema: SCHEMA + id.replaceAll('-', '_') };
}

/** Deletes a scratch place, or what exists of it. */
export async function removeScratch({ location, dataDir }: DataPlace, id: string): Promise<void> {
  const { folder, schema } = nameScratch(id);
  if (location.kind === 'postgres') await dropSchema(location, schema);
  await removeStaged(dataDir, folder);
}

/** When a scratch place was made, in epoch milliseconds; undefined when the text is no id of one. */
function parseTime(id: string): number | undefined {
  const [, year, month, day, hour, minute, second] = STAMP.exec(id) ?? [];
  if (year === undefined) return undefined;
  const at = Date.parse(`${year}-${month ?? ''}-${day ?? ''}T${hour ?? ''}:${minute ?? ''}:${second ?? ''}Z`);
  return Number.isNaN(at) ? undefined : at;
}

/**
 * Ids of the scratch places that killed processes left. To be called while no restore of this data folder is decided and
 * no task runs. On SQLite every one counts: the lock of the data folder keeps other processes out.
 */
export async function listLeftScratch({ location, dataDir }: DataPlace): Promise<string[]> {
  const folders = (await listStaged(dataDir)).map((name) => name.slice(FOLDER.length));
  const schemas = location.kind === 'postgres' ? await listSchemas(location, SCHEMA) : [];
  const ids = new Set([...folders, ...schemas.map((name) => name.slice(SCHEMA.length).replaceAll('_', '-'))]);
  const before = location.kind === 'postgres' ? Date.now() - GRACE_MS : Number.POSITIVE_INFINITY;
  return [...ids].filter((id) => (parseTime(id) ?? Number.POSITIVE_INFINITY) < before);
}
