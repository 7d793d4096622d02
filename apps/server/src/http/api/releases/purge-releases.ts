import type { api } from '@lectern/contract';
import { purgeReleases } from '#core/releases/change-releases.ts';
import type { Handler } from '../../handler.ts';

export const handlePurgeReleases: Handler<typeof api.purgeReleases> = async (ctx, { query }) => ({
  deleted: await purgeReleases(ctx, query.days),
});
