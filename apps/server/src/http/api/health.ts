import { ERROR_STATUS } from '@lectern/contract';
import { isHealthy } from '#core/system/check-health.ts';
import type { Handlers } from '../handler.ts';

export const healthHandlers = {
  getHealth: async (ctx, { reply }) => {
    const healthy = await isHealthy(ctx);
    if (!healthy) reply.status(ERROR_STATUS.ServiceUnavailable);
    return { status: healthy ? 'ok' : 'unavailable' };
  },
} satisfies Partial<Handlers>;
