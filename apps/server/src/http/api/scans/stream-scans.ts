import type { api } from '@lectern/contract';
import type { Handler } from '../../handler.ts';

export const handleStreamScans: Handler<typeof api.streamScans> = async (_, { query }) => ({
  kind: 'events',
  stream: 'scan',
  lastEventId: query.lastEventId,
});
