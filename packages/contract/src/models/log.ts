import { z } from 'zod';

/** From the least to the most important. */
export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal'] as const;
export const LogLevel = z.enum(LOG_LEVELS);
export type LogLevel = z.infer<typeof LogLevel>;

/** One line of the log. Secrets are removed before it is kept. */
export const LogEntry = z.object({
  id: z.string(),
  /** RFC 3339. */
  time: z.string(),
  level: LogLevel,
  /** The part of the server that wrote it. */
  area: z.string(),
  message: z.string(),
  /** All other fields. */
  details: z.record(z.string(), z.json()),
});
export type LogEntry = z.infer<typeof LogEntry>;

export const LogPage = z.object({
  /** Oldest first. */
  entries: z.array(LogEntry),
  /** True when more lines match than were asked for. */
  isMore: z.boolean(),
  /** Where the live stream goes on: the id of the latest line, whether it matches or not. */
  lastId: z.string(),
});
export type LogPage = z.infer<typeof LogPage>;
