import { CUSTOM_PREFERENCE } from '@lectern/contract';
import { AppError } from '#core/errors.ts';
import { deletePreference, listPreferences, updatePreferences } from '#core/preferences/preferences.ts';
import type { Context } from '../../context.ts';
import { type DoorAnswer, type DoorRequest, viewerOf } from '../door.ts';
import { validate } from '../requests/validate.ts';
import { json } from './answer.ts';
import { ClientKeys, ClientSettings } from './client-setting-shapes.ts';

/** What apps of the dialect keep lies among the user's preferences, apart from those of other clients. */
const OWN = `${CUSTOM_PREFERENCE}komga.`;

export async function sendClientSettings(ctx: Context, request: DoorRequest): Promise<DoorAnswer> {
  const kept = (await listPreferences(ctx, viewerOf(request))).filter(({ key }) => key.startsWith(OWN));
  return json(
    Object.fromEntries(
      kept.map(({ key, value }) => [
        key.slice(OWN.length),
        { value: typeof value === 'string' ? value : JSON.stringify(value) },
      ]),
    ),
  );
}

export async function keepClientSettings(ctx: Context, request: DoorRequest): Promise<DoorAnswer> {
  const settings = Object.entries(ClientSettings.parse(request.body));
  const preferences = Object.fromEntries(settings.map(([key, { value }]) => [OWN + key, value]));
  await updatePreferences(ctx, viewerOf(request), preferences);
  return undefined;
}

/** Keys that were never set are forgotten already. */
export async function forgetClientSettings(ctx: Context, request: DoorRequest): Promise<DoorAnswer> {
  const keys = ClientKeys.parse(validate('body', ClientKeys, request.raw.body));
  for (const key of keys) {
    try {
      await deletePreference(ctx, viewerOf(request), OWN + key);
    } catch (error) {
      if (!(error instanceof AppError) || error.kind !== 'NotFound') throw error;
    }
  }
  return undefined;
}
