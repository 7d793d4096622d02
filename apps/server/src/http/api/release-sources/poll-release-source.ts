import type { api } from '@lectern/contract';
import { requestPoll } from '#core/releases/request-polls.ts';
import type { Handler } from '../../handler.ts';

export const handlePollReleaseSource: Handler<typeof api.pollReleaseSource> = async (ctx, { params }) =>
  requestPoll(ctx, params.id);
