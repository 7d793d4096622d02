import type { api } from '@lectern/contract';
import { requestTitles } from '#core/naming/reprocess-titles.ts';
import type { Handler } from '../../handler.ts';

export const handleReprocessManySeriesTitles: Handler<typeof api.reprocessManySeriesTitles> = async (
  ctx,
  { viewer, body },
) => requestTitles(ctx, viewer, body);
