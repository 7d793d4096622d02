import type { api } from '@lectern/contract';
import { deviceOf } from '#core/keys/device-of.ts';
import { markBooksRead } from '#core/reading/mark-books.ts';
import type { Handler } from '../../handler.ts';

export const handleMarkBooksRead: Handler<typeof api.markBooksRead> = async (ctx, { viewer, body, client }) =>
  markBooksRead(ctx, { viewer, device: deviceOf(viewer, client.userAgent) }, { by: 'id', ids: body.bookIds });
