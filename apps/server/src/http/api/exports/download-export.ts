import type { api } from '@lectern/contract';
import { downloadExport } from '#core/exports/download-export.ts';
import type { Handler } from '../../handler.ts';

export const handleDownloadExport: Handler<typeof api.downloadExport> = async (ctx, { viewer, params }) =>
  downloadExport(ctx, viewer, params.id);
