import type { api } from '@lectern/contract';
import { deleteDevice } from '#core/keys/list-devices.ts';
import type { Handler } from '../../handler.ts';

export const handleDeleteDevice: Handler<typeof api.deleteDevice> = async (ctx, { viewer, params }) => {
  await deleteDevice(ctx, viewer, params.deviceId);
  return undefined;
};
