import type { api } from '@lectern/contract';
import { getSystemInfo } from '#core/system/get-system-info.ts';
import type { Handler } from '../../handler.ts';

export const handleGetSystemInfo: Handler<typeof api.getSystemInfo> = async (ctx, { viewer }) =>
  getSystemInfo(ctx, viewer);
