/**
 * The message of an unexpected error for users. Paths of system errors are removed: `EACCES: permission denied, open
 * '/srv/…'` becomes `EACCES: permission denied, open`.
 */
export function failureMessage(error: unknown): string {
  if (!(error instanceof Error)) return 'Unknown error';
  return /^(E[A-Z0-9]+: [^']+) '/.exec(error.message)?.[1] ?? error.message;
}
