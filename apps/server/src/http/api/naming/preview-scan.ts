import type { api } from '@lectern/contract';
import { previewScan } from '#core/scan/preview/preview-scan.ts';
import type { Handler } from '../../handler.ts';

export const handlePreviewScan: Handler<typeof api.previewScan> = async (ctx, { viewer, body, signal }) =>
  previewScan(ctx, viewer, body, signal);
