/** The database does not answer, or its connection broke: what was asked for may be asked again. */
export class DatabaseLost extends Error {
  override readonly name = 'DatabaseLost';
  /** What the driver or the system calls it. */
  readonly code: string;

  constructor(cause: Error) {
    super(cause.message, { cause });
    this.code = codeOf(cause) ?? 'ECONNRESET';
  }
}

function codeOf(error: Error): string | undefined {
  return 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** Classes of PostgreSQL's codes: 08 connections, 57P what its operator does. 53300: too many connections. */
const CODES = /^(?:08...|57P..|53300|E[A-Z]+)$/;
/** What the driver says without a code. */
const WORDS = /^(?:Connection terminated|Client has encountered a connection error|Client was closed|timeout exceeded)/;

/** Whether a connection to PostgreSQL broke, or could not be made. */
function isLost(error: Error): boolean {
  const code = codeOf(error);
  return code === undefined ? WORDS.test(error.message) : CODES.test(code);
}

/** An error of the driver as what it means: of a connection that is lost, or the error itself. */
export function asLost(error: unknown): unknown {
  return error instanceof Error && isLost(error) ? new DatabaseLost(error) : error;
}
