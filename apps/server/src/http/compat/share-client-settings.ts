import { forgetSharedSettings, keepSharedSettings, listClientSettings } from '#core/compat/client-settings.ts';
import type { Context } from '../../context.ts';
import type { DoorAnswer, DoorRequest } from '../door.ts';
import { validate } from '../requests/validate.ts';
import { json } from './answer.ts';
import { identifyAppAgain } from './authenticate.ts';
import { ClientKeys, SharedClientSettings } from './client-setting-shapes.ts';

/** Apps ask before they sign in, and then again. */
export async function sendSharedSettings(ctx: Context, request: DoorRequest): Promise<DoorAnswer> {
  const viewer = await identifyAppAgain(ctx, request.raw);
  const kept = Object.entries(await listClientSettings(ctx, viewer !== undefined));
  return json(
    Object.fromEntries(kept.map(([key, { value, isPublic }]) => [key, { value, allowUnauthorized: isPublic }])),
  );
}

export async function shareClientSettings(ctx: Context, request: DoorRequest): Promise<DoorAnswer> {
  const changed = Object.entries(SharedClientSettings.parse(request.body));
  await keepSharedSettings(
    ctx,
    Object.fromEntries(
      changed.map(([key, { value, allowUnauthorized }]) => [key, { value, isPublic: allowUnauthorized }]),
    ),
  );
  return undefined;
}

export async function forgetSharedClientSettings(ctx: Context, request: DoorRequest): Promise<DoorAnswer> {
  await forgetSharedSettings(ctx, ClientKeys.parse(validate('body', ClientKeys, request.raw.body)));
  return undefined;
}
