import { type api, SeriesContext } from '@lectern/contract';
import { getSeriesContext } from '#core/template-context/get-context.ts';
import type { Handler } from '../../handler.ts';

export const handleGetSeriesContext: Handler<typeof api.getSeriesContext> = async (ctx, { viewer, params }) =>
  SeriesContext.parse(await getSeriesContext(ctx, viewer, params.id));
