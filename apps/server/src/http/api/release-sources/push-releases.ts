import type { api } from '@lectern/contract';
import { pushReleases } from '#core/releases/push-releases.ts';
import type { Handler } from '../../handler.ts';

export const handlePushReleases: Handler<typeof api.pushReleases> = async (ctx, { viewer, params, body }) => ({
  results: await pushReleases(ctx, viewer, params.id, body.releases),
});
