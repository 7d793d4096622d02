import { updateSettings } from '#core/settings/change-settings.ts';
import { AppError } from '#core/errors.ts';
import type { SettingKey } from '#core/settings/definitions.ts';
import type { Context } from '../../../context.ts';
import { type DoorAnswer, type DoorRequest, viewerOf } from '../../door.ts';
import { json } from '../answer.ts';
import { SettingsPatch } from './server-shapes.ts';

/** The settings here that have a counterpart in the dialect. */
const COUNTERPARTS = {
  rememberMeDurationDays: 'compat_api.remember_days',
  taskPoolSize: 'tasks.workers',
} as const satisfies Partial<Record<keyof SettingsPatch, SettingKey>>;

const NAMES: ReadonlyMap<string, string> = new Map(Object.entries(COUNTERPARTS).map(([name, key]) => [key, name]));

/** What is said in several places: in the configuration, by a setting, and what holds. */
function said<Value>(configurationSource: Value | null, databaseSource: Value | null, effectiveValue: Value | null) {
  return { configurationSource, databaseSource, effectiveValue };
}

export async function sendSettings({ settings, config }: Context): Promise<DoorAnswer> {
  const prefix = `/${settings.get('compat_api.prefix')}`;
  const { port } = config.server;
  return json({
    deleteEmptyCollections: false,
    deleteEmptyReadLists: false,
    rememberMeDurationDays: settings.get(COUNTERPARTS.rememberMeDurationDays),
    thumbnailSize: 'DEFAULT',
    taskPoolSize: settings.get(COUNTERPARTS.taskPoolSize),
    serverPort: said(port, null, port),
    serverContextPath: said(null, prefix, prefix),
    koboProxy: false,
    koboPort: null,
    kepubifyPath: said<string>(null, null, null),
  });
}

interface Problem {
  readonly path: string;
  readonly message: string;
}

function isProblem(value: unknown): value is Problem {
  return typeof value === 'object' && value !== null && 'path' in value && 'message' in value;
}

/** A refusal in the app's own names. */
function renamed(error: AppError): AppError {
  const all: readonly unknown[] = Array.isArray(error.details) ? error.details : [];
  const details = all.filter(isProblem).map(({ path, message }) => ({ path: NAMES.get(path) ?? path, message }));
  return new AppError(error.kind, error.message, { details, cause: error });
}

export async function changeSettings(ctx: Context, request: DoorRequest): Promise<DoorAnswer> {
  const patch = SettingsPatch.parse(request.body);
  const updates = Object.entries(COUNTERPARTS).flatMap(([name, key]) => {
    const value = patch[name as keyof typeof COUNTERPARTS];
    return typeof value === 'number' ? [{ key, value }] : [];
  });
  const by = { viewer: viewerOf(request), ip: request.client.ip, reason: null };
  try {
    if (updates.length > 0) await updateSettings(ctx, by, updates);
  } catch (error) {
    throw error instanceof AppError && error.kind === 'BadRequest' ? renamed(error) : error;
  }
  return undefined;
}
