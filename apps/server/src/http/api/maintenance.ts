import { sweepCovers } from '#core/covers/sweep-covers.ts';
import type { Handlers } from '../handler.ts';

export const maintenanceHandlers = {
  cleanupThumbnails: async (ctx) => sweepCovers(ctx),
} satisfies Partial<Handlers>;
