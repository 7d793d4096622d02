import type { api } from '@lectern/contract';
import { requestTitles } from '#core/naming/reprocess-titles.ts';
import type { Handler } from '../../handler.ts';

export const handleReprocessSeriesTitles: Handler<typeof api.reprocessSeriesTitles> = async (ctx, { viewer, body }) =>
  requestTitles(ctx, viewer, { ...body });
