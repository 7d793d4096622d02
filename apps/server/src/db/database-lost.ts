/** The database does not answer, or its connection broke: the caller may retry. */
export class DatabaseLost extends Error {
  override readonly name = 'DatabaseLost';
  readonly code: string;

  constructor(cause: Error) {
    super(cause.message, { cause });
    this.code = findErrorCode(cause) ?? 'ECONNRESET';
  }
}

function findErrorCode(error: Error): string | undefined {
  return 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/**
 * PostgreSQL's classes 08 (connection) and 57P (operator intervention), 53300 (too many connections), and system codes.
 */
const CODES = /^(?:08...|57P..|53300|E[A-Z]+)$/;
const WORDS = /^(?:Connection terminated|Client has encountered a connection error|Client was closed|timeout exceeded)/;

function isLost(error: Error): boolean {
  const code = findErrorCode(error);
  return code === undefined ? WORDS.test(error.message) : CODES.test(code);
}

/** Turns a driver error of a lost connection into `DatabaseLost`; other errors stay as they are. */
export function asLost(error: unknown): unknown {
  return error instanceof Error && isLost(error) ? new DatabaseLost(error) : error;
}
