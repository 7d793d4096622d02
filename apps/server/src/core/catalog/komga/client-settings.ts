import type { Database } from '#db/open.ts';
import {
  type ClientSetting,
  type ClientSettingsByKey,
  findClientSettings,
  holdClientSettings,
  writeClientSettings,
} from '#db/repos/people/preferences.repo.ts';
import { AppError } from '#core/errors.ts';

/** Settings that apps may keep for all, and letters of all of them as JSON. */
const MAX_SETTINGS = 200;
const MAX_LENGTH = 200_000;

interface SettingsContext {
  readonly db: Database;
}

/**
 * What apps keep for all who use the server.
 * @param isSignedIn false returns public settings only
 */
export async function listClientSettings({ db }: SettingsContext, isSignedIn: boolean): Promise<ClientSettingsByKey> {
  const all = Object.entries(await findClientSettings(db.read));
  return Object.fromEntries(all.filter(([, { isPublic }]) => isSignedIn || isPublic));
}

/**
 * Keeps settings; others stay as they are.
 * @throws {AppError} `Conflict` when it is too much
 */
export async function keepSharedSettings(
  { db }: SettingsContext,
  changed: Readonly<Record<string, ClientSetting>>,
): Promise<void> {
  await db.transaction(async (tx) => {
    const all = { ...(await holdClientSettings(tx)), ...changed };
    if (Object.keys(all).length > MAX_SETTINGS || JSON.stringify(all).length > MAX_LENGTH) {
      throw new AppError('Conflict', `At most ${MAX_SETTINGS} settings of ${MAX_LENGTH} characters together are kept`);
    }
    await writeClientSettings(tx, all);
  });
}

/** Forgets settings by their keys; what was never kept is forgotten already. */
export async function forgetSharedSettings({ db }: SettingsContext, keys: readonly string[]): Promise<void> {
  const gone = new Set(keys);
  await db.transaction(async (tx) => {
    const kept = Object.entries(await holdClientSettings(tx)).filter(([key]) => !gone.has(key));
    await writeClientSettings(tx, Object.fromEntries(kept));
  });
}
