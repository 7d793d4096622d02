import type { api } from '@lectern/contract';
import { getManifest } from '#core/pages/get-publication.ts';
import type { Handler } from '../../handler.ts';

export const handleGetBookManifest: Handler<typeof api.getBookManifest> = async (ctx, { viewer, params }) =>
  getManifest(ctx, viewer, params.id);
