import type { api } from '@lectern/contract';
import { requestAllPolls } from '#core/releases/request-polls.ts';
import type { Handler } from '../../handler.ts';

export const handlePollAllReleaseSources: Handler<typeof api.pollAllReleaseSources> = async (ctx) =>
  requestAllPolls(ctx);
