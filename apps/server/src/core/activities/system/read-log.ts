import type { LogEntry, LogLevel, LogPage } from '@lectern/contract';
import { LEVEL_NUMBERS, toLogEntry } from '#log/log-entry.ts';
import type { LogRing } from '#log/log-ring.ts';

/** Which lines are wanted. */
export interface LogQuery {
  /** The least important level; all unless given. */
  readonly level?: LogLevel | undefined;
  readonly area?: string | undefined;
  /** Words that a line contains, in any case. */
  readonly search?: string | undefined;
  readonly limit: number;
}

function isWanted(json: string, entry: LogEntry, { level, area, search }: LogQuery): boolean {
  if (level !== undefined && LEVEL_NUMBERS[entry.level] < LEVEL_NUMBERS[level]) return false;
  if (area !== undefined && entry.area !== area) return false;
  const text = json.toLowerCase();
  const words = search?.toLowerCase().split(/\s+/) ?? [];
  return words.every((word) => text.includes(word));
}

/** The latest wanted lines of this process, oldest first. */
export function readLog(ring: LogRing, query: LogQuery): LogPage {
  const entries: LogEntry[] = [];
  let isMore = false;
  for (const { id, json } of ring.latestFirst()) {
    const entry = toLogEntry(id, json);
    if (!isWanted(json, entry, query)) continue;
    isMore = entries.length === query.limit;
    if (isMore) break;
    entries.push(entry);
  }
  return { entries: entries.toReversed(), isMore, lastId: ring.lastId() };
}

/** The lines as a text, one a line: time, level, area, message, details. */
export function writeLogText({ entries }: LogPage): string {
  return entries
    .map(({ time, level, area, message, details }) => {
      const more = Object.keys(details).length === 0 ? '' : ` ${JSON.stringify(details)}`;
      return `${time} ${level.toUpperCase().padEnd(5)} ${area}: ${message}${more}\n`;
    })
    .join('');
}
