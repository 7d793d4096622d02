import type { api } from '@lectern/contract';
import { requestTitles } from '#core/naming/reprocess-titles.ts';
import type { Handler } from '../../handler.ts';

export const handleReprocessLibrarySeriesTitles: Handler<typeof api.reprocessLibrarySeriesTitles> = async (
  ctx,
  { viewer, params, body },
) => requestTitles(ctx, viewer, { ...body, libraryId: params.id });
