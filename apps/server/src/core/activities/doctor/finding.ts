/** What was looked at. */
export type FindingArea =
  | 'configuration'
  | 'data folder'
  | 'database'
  | 'libraries'
  | 'programs'
  | 'network'
  | 'mail'
  | 'clock';

/** What a check found: all well, something to know of, or something that has to be mended. */
export interface Finding {
  readonly area: FindingArea;
  readonly state: 'ok' | 'warning' | 'problem';
  /** What is, a sentence without full stop. */
  readonly message: string;
  /** What to do about it; null when nothing is to be done. */
  readonly advice: string | null;
}

/** What one check found, its area being the same for all of it. */
export type Found = Omit<Finding, 'area'>;

/** All is well. */
export function ok(message: string): Found {
  return { state: 'ok', message, advice: null };
}

/** Something to know of. */
export function warning(message: string, advice: string): Found {
  return { state: 'warning', message, advice };
}

/** Something that has to be mended. */
export function problem(message: string, advice: string): Found {
  return { state: 'problem', message, advice };
}

/** The words of an error. */
export function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error ? String(error.code) : error.name;
  return error.message === '' ? code : error.message;
}
