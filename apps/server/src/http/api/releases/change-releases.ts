import type { api } from '@lectern/contract';
import { changeReleases } from '#core/releases/change-releases.ts';
import type { Handler } from '../../handler.ts';

export const handleChangeReleases: Handler<typeof api.changeReleases> = async (ctx, { viewer, body }) => {
  const { action } = body;
  return { affected: await changeReleases(ctx, viewer, body, action), action };
};
