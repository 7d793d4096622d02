import type { api } from '@lectern/contract';
import type { Handler } from '../../handler.ts';

export const handleStreamEvents: Handler<typeof api.streamEvents> = async (_, { query }) => ({
  kind: 'events',
  stream: 'entity',
  lastEventId: query.lastEventId,
});
