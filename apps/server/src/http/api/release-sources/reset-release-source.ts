import type { api } from '@lectern/contract';
import { forgetSource } from '#core/releases/sources.ts';
import type { Handler } from '../../handler.ts';

export const handleResetReleaseSource: Handler<typeof api.resetReleaseSource> = async (ctx, { params }) => ({
  deletedLedgerEntries: await forgetSource(ctx, params.id),
});
