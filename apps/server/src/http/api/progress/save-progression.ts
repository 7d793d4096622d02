import type { api } from '@lectern/contract';
import { deviceOf } from '#core/keys/device-of.ts';
import { saveProgression } from '#core/reading/progression.ts';
import type { Handler } from '../../handler.ts';

export const handleSaveProgression: Handler<typeof api.saveProgression> = async (
  ctx,
  { viewer, params, body, client },
) => {
  await saveProgression(ctx, { viewer, device: deviceOf(viewer, client.userAgent) }, params.id, {
    locator: body,
    place: body.locations,
  });
  return undefined;
};
