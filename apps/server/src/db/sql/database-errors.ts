function readCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/** Whether the transaction was rolled back because of a deadlock or a conflict; a retry may succeed. */
export function isDeadlock(error: unknown): boolean {
  return ['40P01', '40001'].includes(readCode(error));
}

/** Whether another program held the SQLite file for longer than the busy timeout. */
export function isBusy(error: unknown): boolean {
  return /^SQLITE_(?:BUSY|LOCKED)/.test(readCode(error));
}

/** Whether a write was refused because the disk is full. */
export function isFull(error: unknown): boolean {
  // The index of the log cannot grow (SHMSIZE).
  return ['SQLITE_FULL', 'SQLITE_IOERR_SHMSIZE', '53100'].includes(readCode(error));
}

/** Whether the SQLite file holds something that SQLite did not write. */
export function isDamaged(error: unknown): boolean {
  return /^SQLITE_(?:CORRUPT|NOTADB)/.test(readCode(error));
}

/** Whether a write broke a unique key. */
export function isUniqueViolation(error: unknown): boolean {
  return ['23505', 'SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_CONSTRAINT_PRIMARYKEY'].includes(readCode(error));
}

/** Whether a write broke a foreign key. */
export function isReferenceViolation(error: unknown): boolean {
  return ['23503', 'SQLITE_CONSTRAINT_FOREIGNKEY'].includes(readCode(error));
}
