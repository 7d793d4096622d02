import { browseFolders } from '#core/system/browse-folders.ts';
import { listDrives } from '#core/system/list-drives.ts';
import type { Handlers } from '../handler.ts';

export const filesystemHandlers = {
  browseFolders: async (ctx, { query, signal }) => browseFolders(ctx, query.path, signal),
  listDrives: async (ctx) => listDrives(ctx),
} satisfies Partial<Handlers>;
