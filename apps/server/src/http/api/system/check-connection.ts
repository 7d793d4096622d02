import type { api } from '@lectern/contract';
import { checkConnection } from '#core/system/check-connection.ts';
import type { Handler } from '../../handler.ts';

export const handleCheckConnection: Handler<typeof api.checkConnection> = async (ctx, { viewer, query, client }) =>
  checkConnection(ctx, viewer, query, client.arrival);
