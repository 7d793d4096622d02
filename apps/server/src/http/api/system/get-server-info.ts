import type { api } from '@lectern/contract';
import { getServerInfo } from '#core/system/get-server-info.ts';
import type { Handler } from '../../handler.ts';

export const handleGetServerInfo: Handler<typeof api.getServerInfo> = async (ctx) => getServerInfo(ctx);
