/** The code of an error that the system raised, such as `ENOENT`; undefined for any other value. */
export function readErrorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** Whether the disk, or the share of its user, is full. */
export function isDiskFull(error: unknown): boolean {
  const code = readErrorCode(error);
  return code === 'ENOSPC' || code === 'EDQUOT';
}

/** Whether the system reports a missing file. */
export function isAbsence(error: unknown): boolean {
  const code = readErrorCode(error);
  return code === 'ENOENT' || code === 'ENOTDIR';
}
