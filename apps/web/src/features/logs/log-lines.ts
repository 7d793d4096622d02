import type { LogEntry, LogLevel } from '@lectern/contract';
import { queryOptions } from '@tanstack/react-query';
import { request } from '#lib/api.ts';

/** Filter of the log in the page. */
export interface LogFilter {
  readonly level: LogLevel | undefined;
  readonly area: string | undefined;
  readonly search: string;
}

/** Lines kept on the page; older ones leave. */
export const MAX_SHOWN = 1_000;

export const LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal'] as const satisfies readonly LogLevel[];

/** The areas of the server's log. */
export const AREAS = ['server', 'http', 'users', 'tasks', 'scan', 'analyze', 'images', 'files'] as const;

/** The latest lines that match. */
export const logQuery = ({ level, area, search }: LogFilter) =>
  queryOptions({
    queryKey: ['readLogs', { level, area, search }],
    queryFn: async ({ signal }) =>
      request('readLogs', {
        query: {
          limit: MAX_SHOWN,
          ...(level === undefined ? {} : { level }),
          ...(area === undefined ? {} : { area }),
          ...(search === '' ? {} : { search }),
        },
        signal,
      }),
    // Live lines are added to the answer, so it is never asked for again by itself.
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });

/** Whether a live line passes the filter, as the server decides it. */
export function isShown(entry: LogEntry, { level, area, search }: LogFilter): boolean {
  if (level !== undefined && LEVELS.indexOf(entry.level) < LEVELS.indexOf(level)) return false;
  if (area !== undefined && entry.area !== area) return false;
  const text = `${entry.message} ${entry.area} ${entry.time} ${JSON.stringify(entry.details)}`.toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

/** Adds a live line, once. */
export function addLine(lines: readonly LogEntry[], entry: LogEntry): readonly LogEntry[] {
  if (lines.some(({ id }) => id === entry.id)) return lines;
  return [...lines, entry].slice(-MAX_SHOWN);
}

export function isLogEntry(value: unknown): value is LogEntry {
  return typeof value === 'object' && value !== null && 'id' in value && 'level' in value && 'message' in value;
}

/** The lines as a text for a file. */
export function toText(lines: readonly LogEntry[]): string {
  return lines
    .map(({ time, level, area, message, details }) => {
      const more = Object.keys(details).length === 0 ? '' : ` ${JSON.stringify(details)}`;
      return `${time} ${level.toUpperCase().padEnd(5)} ${area}: ${message}${more}\n`;
    })
    .join('');
}
