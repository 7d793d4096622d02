import type { api } from '@lectern/contract';
import { deviceOf } from '#core/keys/device-of.ts';
import { markManySeries } from '#core/reading/mark-books.ts';
import type { Handler } from '../../handler.ts';

export const handleMarkManySeriesUnread: Handler<typeof api.markManySeriesUnread> = async (
  ctx,
  { viewer, body, client },
) => markManySeries(ctx, { viewer, device: deviceOf(viewer, client.userAgent) }, body.seriesIds, 'unread');
