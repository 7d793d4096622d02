import type { api } from '@lectern/contract';
import { downloadSeries } from '#core/pages/download-series.ts';
import type { Handler } from '../../handler.ts';

export const handleDownloadSeries: Handler<typeof api.downloadSeries> = async (ctx, { viewer, params }) =>
  downloadSeries(ctx, viewer, params.id);
