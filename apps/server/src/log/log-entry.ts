import { type LogEntry, LOG_LEVELS, type LogLevel } from '@lectern/contract';
import { z } from 'zod';

/** The numbers that pino writes for levels. */
export const LEVEL_NUMBERS: Readonly<Record<LogLevel, number>> = {
  trace: 10,
  debug: 20,
  info: 30,
  warn: 40,
  error: 50,
  fatal: 60,
};

const Line = z.looseObject({
  level: z.number().catch(LEVEL_NUMBERS.error),
  time: z.string().catch(''),
  area: z.string().catch('server'),
  msg: z.string().catch(''),
});
const Details = z.record(z.string(), z.json());

function findLevel(number: number): LogLevel {
  return LOG_LEVELS.findLast((level) => LEVEL_NUMBERS[level] <= number) ?? 'trace';
}

/** A line as clients see it. @param json one line of the log */
export function toLogEntry(id: string, json: string): LogEntry {
  const { level, time, area, msg, ...details } = Line.parse(JSON.parse(json));
  return { id, time, level: findLevel(level), area, message: msg, details: Details.parse(details) };
}
