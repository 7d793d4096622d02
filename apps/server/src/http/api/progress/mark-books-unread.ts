import type { api } from '@lectern/contract';
import { deviceOf } from '#core/keys/device-of.ts';
import { markBooksUnread } from '#core/reading/mark-books.ts';
import type { Handler } from '../../handler.ts';

export const handleMarkBooksUnread: Handler<typeof api.markBooksUnread> = async (ctx, { viewer, body, client }) =>
  markBooksUnread(ctx, { viewer, device: deviceOf(viewer, client.userAgent) }, { by: 'id', ids: body.bookIds });
