/** `ENOENT`, `EIO` and the like; codes of Node itself (`ERR_…`) tell of a mistake of ours. */
const SYSTEM_CODE = /^E(?!RR_)[A-Z0-9]+$/;
/** The reading threads were stopped with the server. */
const STOPPED = 'ERR_STOPPED';

/** Whether an error is the disk's, or comes of the server's end: nothing that a file or its reader is to blame for. */
export function isSystemError(error: Error): boolean {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return code === STOPPED || SYSTEM_CODE.test(code);
}

/**
 * The error as one that the file or its reader is to blame for.
 * @throws {Error} the error itself when that is the disk's, `signal`'s reason when it is aborted
 */
export function blamedError(error: unknown, signal: AbortSignal | undefined): Error {
  signal?.throwIfAborted();
  if (!(error instanceof Error) || isSystemError(error)) throw error;
  return error;
}
