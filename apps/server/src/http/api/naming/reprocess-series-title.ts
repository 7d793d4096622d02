import type { api } from '@lectern/contract';
import { requestTitles } from '#core/naming/reprocess-titles.ts';
import type { Handler } from '../../handler.ts';

export const handleReprocessSeriesTitle: Handler<typeof api.reprocessSeriesTitle> = async (
  ctx,
  { viewer, params, body },
) => requestTitles(ctx, viewer, { ...body, seriesIds: [params.id] });
