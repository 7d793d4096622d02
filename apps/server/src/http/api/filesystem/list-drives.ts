import type { api } from '@lectern/contract';
import { listDrives } from '#core/system/list-drives.ts';
import type { Handler } from '../../handler.ts';

export const handleListDrives: Handler<typeof api.listDrives> = async (ctx) => listDrives(ctx);
