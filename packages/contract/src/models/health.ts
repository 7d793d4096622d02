import { z } from 'zod';
import { Timestamp } from './scalars.ts';

/** Pages of the web app where findings are mended. */
export const HEALTH_PAGES = [
  'about',
  'backups',
  'health',
  'libraries',
  'notifications',
  'releases',
  'settings',
  'tasks',
  'users',
] as const;
export const HealthPage = z.enum(HEALTH_PAGES);
export type HealthPage = z.infer<typeof HealthPage>;

export const HealthState = z.enum(['problem', 'warning']);
export type HealthState = z.infer<typeof HealthState>;

/** One thing about the server that needs an admin. */
export const HealthFinding = z.object({
  /** Stable while the fact lasts. */
  key: z.string(),
  area: z.string(),
  /** `problem`: something does not work; `warning`: something may go wrong. */
  state: HealthState,
  message: z.string(),
  advice: z.string().nullable(),
  page: HealthPage,
  since: Timestamp,
  /** Null unless an admin hid it; a hidden finding returns when it changes. */
  hiddenAt: Timestamp.nullable(),
  /** Name of that admin. */
  hiddenBy: z.string().nullable(),
});
export type HealthFinding = z.infer<typeof HealthFinding>;

export const HealthFindings = z.object({
  /** Problems first, then the oldest; hidden ones too. */
  findings: z.array(HealthFinding),
  /** Null before the first check. */
  checkedAt: Timestamp.nullable(),
});
export type HealthFindings = z.infer<typeof HealthFindings>;

export const FindingHidden = z.object({ key: z.string().min(1).max(500), hidden: z.boolean() });
