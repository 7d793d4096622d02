import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { Day, Granularity, ReadingOverview, ReadingStats, ServerReadingStats } from '../models/statistics.ts';

const Range = z.object({
  from: Day.optional().meta({ description: 'First day; 89 days before the last one unless given' }),
  to: Day.optional().meta({ description: 'Last day; today unless given' }),
  granularity: Granularity.default('day'),
  timezone: z.string().max(100).optional().meta({ description: 'IANA name; that of the server unless given' }),
});

const statistics = { tag: 'Statistics', answer: 'json' } as const;

export const readingStatistics = {
  getReadingStats: endpoint({
    ...statistics,
    summary: 'How much I read in a range of days, by period, device, series, format, library, genre and author',
    permission: ['ProgressRead', 'BooksRead'],
    query: Range.extend({
      seriesLimit: z.coerce.number().int().min(1).max(50).default(10).meta({
        description: 'Series, genres and authors told, those with most reading first',
      }),
    }),
    response: ReadingStats,
  }),
  getReadingOverview: endpoint({
    ...statistics,
    summary: 'What I read today and this year, and for how many days in a row',
    permission: ['ProgressRead', 'BooksRead'],
    query: Range.pick({ timezone: true }),
    response: ReadingOverview,
  }),
  getServerReadingStats: endpoint({
    ...statistics,
    summary: 'How much all users read in a range of days, and not what',
    permission: ['SystemAdmin'],
    query: Range,
    response: ServerReadingStats,
  }),
} as const;
