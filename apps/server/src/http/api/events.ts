import type { Handlers } from '../requests/handler.ts';

export const eventHandlers = {
  streamEvents: async (_, { query }) => ({ kind: 'events', stream: 'entity', lastEventId: query.lastEventId }),
  streamScans: async (_, { query }) => ({ kind: 'events', stream: 'scan', lastEventId: query.lastEventId }),
  streamTasks: async (_, { query }) => ({ kind: 'events', stream: 'task', lastEventId: query.lastEventId }),
} satisfies Partial<Handlers>;
