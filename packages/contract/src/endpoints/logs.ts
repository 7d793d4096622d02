import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { LogLevel, LogPage } from '../models/log.ts';
import { EventStreamQuery } from './event-stream-query.ts';

const shared = { tag: 'System', permission: ['SystemAdmin'] } as const;

export const logs = {
  readLogs: endpoint({
    ...shared,
    summary: 'The latest lines of the log of the process that answers; as text when that is asked for',
    query: z.object({
      level: LogLevel.optional(),
      area: z.string().max(50).optional(),
      search: z.string().max(200).optional(),
      limit: z.coerce.number().int().min(1).max(5_000).default(500),
    }),
    answer: 'json',
    response: LogPage,
    otherTypes: ['text/plain'],
  }),
  streamLogs: endpoint({
    ...shared,
    summary: 'Live lines of the log of the process that answers: event log_line',
    tokens: 0,
    query: EventStreamQuery,
    answer: 'events',
  }),
} as const;
