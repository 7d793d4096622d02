import { AppError } from '#core/errors.ts';
import type { Database } from '#db/open.ts';
import {
  type ClientSetting,
  type ClientSettingsByKey,
  findClientSettings,
  lockClientSettings,
  writeClientSettings,
} from '#db/repos/people/preferences.repo.ts';
import { say } from '#words/say.ts';

const MAX_SETTINGS = 200;
/** Characters of all settings as JSON. */
const MAX_LENGTH = 200_000;

interface SettingsContext {
  readonly db: Database;
}

/** Settings that apps share between all users. @param isSignedIn false returns public settings only */
export async function listClientSettings({ db }: SettingsContext, isSignedIn: boolean): Promise<ClientSettingsByKey> {
  const all = Object.entries(await findClientSettings(db.read));
  return Object.fromEntries(all.filter(([, { isPublic }]) => isSignedIn || isPublic));
}

/** Stores shared settings; other keys stay. @throws {AppError} `Conflict` above the limits */
export async function writeSharedSettings(
  { db }: SettingsContext,
  changed: Readonly<Record<string, ClientSetting>>,
): Promise<void> {
  await db.transaction(async (tx) => {
    const all = { ...(await lockClientSettings(tx)), ...changed };
    if (Object.keys(all).length > MAX_SETTINGS || JSON.stringify(all).length > MAX_LENGTH) {
      throw new AppError(
        'Conflict',
        say(
          'Apps can store at most {max, plural, one {# setting} other {# settings}} with {characters, plural, one {# character} other {# characters}} in total',
          { max: MAX_SETTINGS, characters: MAX_LENGTH },
        ),
      );
    }
    await writeClientSettings(tx, all);
  });
}

/** Deletes shared settings; unknown keys are ignored. */
export async function deleteSharedSettings({ db }: SettingsContext, keys: readonly string[]): Promise<void> {
  const gone = new Set(keys);
  await db.transaction(async (tx) => {
    const kept = Object.entries(await lockClientSettings(tx)).filter(([key]) => !gone.has(key));
    await writeClientSettings(tx, Object.fromEntries(kept));
  });
}
