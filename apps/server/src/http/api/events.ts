import type { Handlers } from '../requests/handler.ts';

export const eventHandlers = {
  streamEvents: async (_, { query }) => ({
    kind: 'events',
    stream: 'entity',
    lastEventId: query.lastEventId,
  }),
} satisfies Partial<Handlers>;
