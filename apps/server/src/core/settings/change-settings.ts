import type { Setting, SettingInput } from '@lectern/contract';
import type { Config } from '#config/schema.ts';
import { type AuditContext, writeAudit } from '#core/audit/write-audit.ts';
import { lockFor } from '#db/sql/dialect.ts';
import { newId } from '#db/new-id.ts';
import type { Database, Tx } from '#db/open.ts';
import { writeSetting } from '#db/repos/system/settings.repo.ts';
import type { SettingTable } from '#db/schema/index.ts';
import { say } from '#words/say.ts';
import { AppError } from '../errors.ts';
import type { Viewer } from '../viewer.ts';
import { findImportFolderFault } from './check-import-folder.ts';
import { type SettingKey, SETTINGS } from './definitions.ts';
import { getSettingKey, settingRows, readStoredValue, toSetting } from './to-setting.ts';
import { readValue, writeValue } from './setting-values.ts';
import type { Settings } from './settings.ts';
import { invalidFields } from '#core/invalid-field.ts';

interface ChangeContext extends AuditContext {
  readonly db: Database;
  readonly config: Pick<Config, 'dataDir' | 'files'>;
  readonly settings: Settings;
}

interface SettingsChanger {
  readonly viewer: Viewer;
  readonly ip: string;
  readonly reason: string | null;
}

/** Null resets a setting. */
interface Update {
  readonly key: string;
  readonly value: SettingInput | null;
}

interface Wanted {
  readonly key: SettingKey;
  readonly value: string | null;
}

const RESET = { ok: true, value: null } as const;

/** Checks all updates; one invalid value refuses all. */
function checkUpdates(updates: readonly Update[]): Wanted[] {
  const wanted: Wanted[] = [];
  const details: { path: string; message: string }[] = [];
  for (const [index, { key: name, value }] of updates.entries()) {
    const key = getSettingKey(name);
    if (wanted.some((other) => other.key === key)) {
      details.push({ path: `updates.${index}.key`, message: say('must not name a setting twice') });
      continue;
    }
    const read = value === null ? RESET : readValue(SETTINGS[key], value);
    if (read.ok) wanted.push({ key, value: read.value === null ? null : writeValue(read.value) });
    else details.push({ path: key, message: read.reason });
  }
  const [first] = details;
  if (first !== undefined) throw invalidFields(first, details);
  return wanted;
}

interface Change {
  readonly key: SettingKey;
  readonly before: string;
  readonly after: string;
}

/** Records a change, of a secret without its values. */
async function noteChange(tx: Tx, ctx: ChangeContext, actor: Viewer, { key, before, after }: Change): Promise<void> {
  const details = SETTINGS[key].isSensitive ? {} : { before, after };
  await writeAudit(tx, ctx, {
    action: 'setting_changed',
    actor,
    target: { kind: 'setting', id: key, name: key },
    details,
  });
}

async function writeWanted(
  tx: Tx,
  ctx: ChangeContext,
  { viewer, ip, reason }: SettingsChanger,
  wanted: readonly Wanted[],
): Promise<Setting[]> {
  const { settings } = ctx;
  const rows = await settingRows(tx.read);
  const now = Date.now();
  const answers: Setting[] = [];
  for (const { key, value } of wanted) {
    const row = rows.get(key);
    const stored = readStoredValue(key, row);
    if (stored === (value ?? undefined)) {
      answers.push(toSetting(settings, key, row));
      continue;
    }
    const fallback = writeValue(settings.getFallback(key));
    const next: SettingTable = {
      key,
      value,
      version: (row?.version ?? 1) + 1,
      updatedAt: now,
      updatedBy: viewer.userId,
      updatedByName: viewer.username,
    };
    await writeSetting(tx, next, {
      id: newId(),
      key,
      oldValue: stored ?? fallback,
      newValue: value ?? fallback,
      changedBy: viewer.userId,
      changedByName: viewer.username,
      changedAt: now,
      changeReason: reason,
      ipAddress: ip,
    });
    await noteChange(tx, ctx, viewer, { key, before: stored ?? fallback, after: value ?? fallback });
    answers.push(toSetting(settings, key, next));
  }
  return answers;
}

/** The import folder depends on the libraries and the disk, too. */
async function checkFolders(ctx: ChangeContext, wanted: readonly Wanted[]): Promise<void> {
  const key: SettingKey = 'imports.folder';
  const folder = wanted.find((one) => one.key === key)?.value ?? '';
  const message = folder === '' ? undefined : await findImportFolderFault(ctx, folder);
  if (message !== undefined) throw new AppError('BadRequest', message, { details: [{ path: key, message }] });
}

async function change(ctx: ChangeContext, by: SettingsChanger, wanted: readonly Wanted[]): Promise<Setting[]> {
  await checkFolders(ctx, wanted);
  const answers = await ctx.db.transaction(async (tx) => {
    await lockFor(ctx.db.kind, tx.write, 'settings');
    return await writeWanted(tx, ctx, by, wanted);
  });
  await ctx.settings.announce();
  return answers;
}

/**
 * Changes settings, all or none. When it resolves, they are in effect in this process, and soon in every other one.
 * @throws {AppError} `NotFound` or `BadRequest`
 */
export async function updateSettings(ctx: ChangeContext, by: SettingsChanger, updates: readonly Update[]) {
  return change(ctx, by, checkUpdates(updates));
}

/** Changes one setting. @throws {AppError} `NotFound` or `BadRequest` */
export async function updateSetting(ctx: ChangeContext, by: SettingsChanger, key: string, value: SettingInput) {
  const [setting] = await updateSettings(ctx, by, [{ key, value }]);
  if (setting === undefined) throw new AppError('NotFound', `Setting "${key}" not found`);
  return setting;
}

/** Resets a setting to its default. @throws {AppError} `NotFound` */
export async function resetSetting(ctx: ChangeContext, by: SettingsChanger, key: string): Promise<Setting> {
  const [setting] = await change(ctx, by, [{ key: getSettingKey(key), value: null }]);
  if (setting === undefined) throw new AppError('NotFound', `Setting "${key}" not found`);
  return setting;
}
