import type { HealthPage } from '@lectern/contract';

export type FindingArea =
  | 'books'
  | 'configuration'
  | 'data folder'
  | 'database'
  | 'libraries'
  | 'programs'
  | 'network'
  | 'mail'
  | 'clock'
  | 'releases'
  | 'tasks'
  | 'backups';

/** Result of a check. */
export interface Finding {
  readonly area: FindingArea;
  readonly state: 'ok' | 'warning' | 'problem';
  readonly message: string;
  /** What to do; null when there is nothing to do. */
  readonly advice: string | null;
  /** Stable name of the fact while it lasts; derived from area and message, numbers aside, unless given. */
  readonly key?: string;
  /** A finding that an admin hid returns when this changes; state and message, numbers aside, unless given. */
  readonly fingerprint?: string;
  /** The page of the web app that mends it; that of the area unless given. */
  readonly page?: HealthPage;
  /** Epoch milliseconds; the time of the first check that found it unless given. */
  readonly since?: number;
}

export type Found = Omit<Finding, 'area'>;

/** A result without anything to do. */
export function ok(message: string): Found {
  return { state: 'ok', message, advice: null };
}

/** A result that the admin should know. */
export function warning(message: string, advice: string): Found {
  return { state: 'warning', message, advice };
}

/** A result that the admin must fix. */
export function problem(message: string, advice: string): Found {
  return { state: 'problem', message, advice };
}

/** The message of an error, else its code or name. */
export function formatError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error ? String(error.code) : error.name;
  return error.message === '' ? code : error.message;
}
