import type { api } from '@lectern/contract';
import { previewStrategy } from '#core/scan/preview/preview-strategy.ts';
import type { Handler } from '../../handler.ts';

export const handlePreviewStrategy: Handler<typeof api.previewStrategy> = async (
  ctx,
  { viewer, params, body, signal },
) => previewStrategy(ctx, { viewer, libraryId: params.id }, body, signal);
