import type { api } from '@lectern/contract';
import { deviceOf } from '#core/keys/device-of.ts';
import { markManySeries } from '#core/reading/mark-books.ts';
import type { Handler } from '../../handler.ts';

export const handleMarkManySeriesRead: Handler<typeof api.markManySeriesRead> = async (ctx, { viewer, body, client }) =>
  markManySeries(ctx, { viewer, device: deviceOf(viewer, client.userAgent) }, body.seriesIds, 'read');
