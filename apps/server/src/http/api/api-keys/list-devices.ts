import type { api } from '@lectern/contract';
import { listDevices } from '#core/keys/list-devices.ts';
import type { Handler } from '../../handler.ts';
import { pageOf } from '../../answers/page-of.ts';

export const handleListDevices: Handler<typeof api.listDevices> = async (ctx, request) => {
  const { rows, total } = await listDevices(ctx, request.viewer, request.query);
  return pageOf(request, rows, total);
};
