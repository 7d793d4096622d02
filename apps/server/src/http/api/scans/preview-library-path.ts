import type { api } from '@lectern/contract';
import { previewPath } from '#core/scan/preview/preview-path.ts';
import type { Handler } from '../../handler.ts';

export const handlePreviewLibraryPath: Handler<typeof api.previewLibraryPath> = async (ctx, request) =>
  previewPath(ctx, request.viewer, { libraryId: request.params.id, path: request.body.path }, request.signal);
