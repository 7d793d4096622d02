/** `ENOENT`, `EIO` and the like; Node's own codes (`ERR_…`) mean a bug of ours. */
const SYSTEM_CODE = /^E(?!RR_)[A-Z0-9]+$/;
const STOPPED = 'ERR_STOPPED';

/** Whether an error comes from the disk or the end of the server, so that neither file nor reader is to blame. */
export function isSystemError(error: Error): boolean {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return code === STOPPED || SYSTEM_CODE.test(code);
}

/**
 * Returns an error for which the file or its reader is to blame.
 * @throws {Error} any other error; the reason of an aborted `signal`
 */
export function blamedError(error: unknown, signal: AbortSignal | undefined): Error {
  signal?.throwIfAborted();
  if (!(error instanceof Error) || isSystemError(error)) throw error;
  return error;
}
