import type { api } from '@lectern/contract';
import { sweepCovers } from '#core/covers/sweep-covers.ts';
import type { Handler } from '../../handler.ts';

export const handleCleanupThumbnails: Handler<typeof api.cleanupThumbnails> = async (ctx) => sweepCovers(ctx);
