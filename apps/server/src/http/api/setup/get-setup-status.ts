import type { api } from '@lectern/contract';
import { getSetupStatus } from '#core/account/get-setup-status.ts';
import type { Handler } from '../../handler.ts';

export const handleGetSetupStatus: Handler<typeof api.getSetupStatus> = async (ctx, { client }) =>
  getSetupStatus(ctx, client.arrival);
