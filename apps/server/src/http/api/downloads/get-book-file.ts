import type { api } from '@lectern/contract';
import { downloadBook } from '#core/pages/download-book.ts';
import type { Handler } from '../../handler.ts';

export const handleGetBookFile: Handler<typeof api.getBookFile> = async (ctx, { viewer, params }) =>
  downloadBook(ctx, viewer, params.id);
