import { readLog, writeLogText } from '#core/activities/system/read-log.ts';
import { chooseType, TextAnswer } from '../answers/choose-type.ts';
import type { Handlers } from '../requests/handler.ts';

const TEXT = 'text/plain; charset=utf-8';

export const logHandlers = {
  readLogs: async (ctx, { query, client }) => {
    const page = readLog(ctx.logRing, query);
    const type = chooseType(client.accept, ['application/json', 'text/plain']);
    return type === 'application/json' ? page : new TextAnswer(TEXT, writeLogText(page));
  },
  streamLogs: async (_, { query }) => ({ kind: 'events', stream: 'log', lastEventId: query.lastEventId }),
} satisfies Partial<Handlers>;
