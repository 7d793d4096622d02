import { CUSTOM_PREFERENCE, type Preference, type PreferenceKey, PREFERENCES, toTimestamp } from '@lectern/contract';
import { lockFor } from '#db/sql/dialect.ts';
import type { Database } from '#db/open.ts';
import {
  countPreferences,
  deletePreferenceRow,
  findPreferenceRow,
  listPreferenceRows,
  writePreference,
} from '#db/repos/people/preferences.repo.ts';
import type { PreferenceTable } from '#db/schema/index.ts';
import { AppError } from '#core/errors.ts';
import { describeExpected } from '#core/settings/setting-values.ts';
import type { Viewer } from '#core/viewer.ts';
import { say } from '#words/say.ts';
import { invalidFields } from '#core/invalid-field.ts';
import { explainIssue } from '#core/explain-issue.ts';

type Json = Preference['value'];

/** Custom keys that one user may have. */
const MAX_CUSTOM = 500;
/** Longest value as JSON, in characters. */
const MAX_LENGTH = 65_536;

function isKnown(key: string): key is PreferenceKey {
  return Object.hasOwn(PREFERENCES, key);
}

function getValueType(value: Json): Preference['valueType'] {
  switch (typeof value) {
    case 'string':
      return 'string';
    case 'boolean':
      return 'boolean';
    case 'number':
      return Number.isInteger(value) ? 'integer' : 'float';
    default:
      return 'json';
  }
}

function shown(key: string, value: Json, updatedAt: number | null): Preference {
  return {
    key,
    value,
    valueType: getValueType(value),
    isSet: updatedAt !== null,
    updatedAt: toTimestamp(updatedAt),
  };
}

/** The value in effect. The default replaces a stored value that the present release does not accept. */
function toPreference(key: string, row: PreferenceTable | undefined): Preference | undefined {
  const stored = row === undefined ? undefined : (JSON.parse(row.value) as Json);
  if (!isKnown(key)) return row === undefined || stored === undefined ? undefined : shown(key, stored, row.updatedAt);
  const { shape, fallback } = PREFERENCES[key];
  const isUsable = stored !== undefined && shape.safeParse(stored).success;
  return isUsable ? shown(key, stored, row?.updatedAt ?? null) : shown(key, fallback, null);
}

/** The value to store, as JSON. Adds its problems to `problems`. */
function check(key: string, value: Json, problems: { path: string; message: string }[]): string {
  const text = JSON.stringify(value);
  const refuse = (message: string): void => void problems.push({ path: key, message });
  if (text.length > MAX_LENGTH)
    refuse(say('must have at most {max, plural, one {# character} other {# characters}} as JSON', { max: MAX_LENGTH }));
  if (isKnown(key)) {
    const { shape } = PREFERENCES[key];
    const { error } = shape.safeParse(value, { error: explainIssue });
    if (error !== undefined) refuse(describeExpected(shape, error));
  } else if (!key.startsWith(CUSTOM_PREFERENCE)) {
    refuse(say('must be a known preference, or begin with "{prefix}"', { prefix: CUSTOM_PREFERENCE }));
  }
  return text;
}

interface PreferencesContext {
  readonly db: Database;
}

/** All known preferences, and the viewer's custom ones, by key. */
export async function listPreferences({ db }: PreferencesContext, { userId }: Viewer): Promise<Preference[]> {
  const rows = new Map((await listPreferenceRows(db.read, userId)).map((row) => [row.key, row]));
  const keys = [...new Set([...Object.keys(PREFERENCES), ...rows.keys()])].sort();
  return keys.map((key) => toPreference(key, rows.get(key))).filter((preference) => preference !== undefined);
}

/**
 * One preference of the viewer.
 * @throws {AppError} `NotFound` for an unknown key without a value
 */
export async function getPreference({ db }: PreferencesContext, { userId }: Viewer, key: string): Promise<Preference> {
  const preference = toPreference(key, await findPreferenceRow(db.read, userId, key));
  if (preference === undefined) throw new AppError('NotFound', `Preference "${key}" not found`);
  return preference;
}

/**
 * Sets preferences, all or none.
 * @throws {AppError} `BadRequest` with every problem, `Conflict` when there are too many custom keys
 */
export async function updatePreferences(
  { db }: PreferencesContext,
  { userId }: Viewer,
  wanted: Readonly<Record<string, Json>>,
): Promise<Preference[]> {
  const problems: { path: string; message: string }[] = [];
  const updatedAt = Date.now();
  const rows = Object.entries(wanted).map(([key, value]) => ({
    userId,
    key,
    updatedAt,
    value: check(key, value, problems),
  }));
  const [first] = problems;
  if (first !== undefined) throw invalidFields(first, problems);
  await db.transaction(async (tx) => {
    await lockFor(tx.kind, tx.write, `preferences ${userId}`);
    for (const row of rows) await writePreference(tx, row);
    if ((await countPreferences(tx.read, userId, CUSTOM_PREFERENCE)) > MAX_CUSTOM) {
      throw new AppError(
        'Conflict',
        say(
          'There can be at most {max, plural, one {# preference} other {# preferences}} of your own. Delete some first',
          { max: MAX_CUSTOM },
        ),
      );
    }
  });
  return rows.map((row) => toPreference(row.key, row)).filter((preference) => preference !== undefined);
}

/**
 * Sets one preference.
 * @throws {AppError} `BadRequest` or `Conflict`
 */
export async function updatePreference(
  ctx: PreferencesContext,
  viewer: Viewer,
  key: string,
  value: Json,
): Promise<Preference> {
  await updatePreferences(ctx, viewer, { [key]: value });
  return getPreference(ctx, viewer, key);
}

/**
 * Resets a preference to its default, or deletes a custom one.
 * @throws {AppError} `NotFound` for an unknown key without a value
 */
export async function deletePreference({ db }: PreferencesContext, { userId }: Viewer, key: string): Promise<void> {
  const isDeleted = await db.transaction(async (tx) => deletePreferenceRow(tx, userId, key));
  if (!isDeleted && !isKnown(key)) throw new AppError('NotFound', `Preference "${key}" not found`);
}
