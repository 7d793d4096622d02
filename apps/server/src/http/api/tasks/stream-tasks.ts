import type { api } from '@lectern/contract';
import type { Handler } from '../../handler.ts';

export const handleStreamTasks: Handler<typeof api.streamTasks> = async (_, { query }) => ({
  kind: 'events',
  stream: 'task',
  lastEventId: query.lastEventId,
});
