import type { api } from '@lectern/contract';
import { deviceOf } from '#core/keys/device-of.ts';
import { markSeries } from '#core/reading/mark-books.ts';
import type { Handler } from '../../handler.ts';

export const handleMarkSeriesUnread: Handler<typeof api.markSeriesUnread> = async (ctx, { viewer, params, client }) =>
  markSeries(ctx, { viewer, device: deviceOf(viewer, client.userAgent) }, params.id, 'unread');
