import { FormatError, type FormatErrorCode } from '@lectern/formats/errors';

/** Messages of a worker for one job: any number of progress messages, then a result. */
export type WorkerReply =
  | { readonly id: number; readonly progress: unknown }
  | { readonly id: number; readonly ok: true; readonly value: unknown }
  | { readonly id: number; readonly ok: false; readonly error: WorkerFailure };

/** Settings of a worker thread. */
export interface WorkerSeat {
  /** True for background threads, which run at a lower priority than threads that serve requests. */
  readonly isBackground: boolean;
}

/** An error in the form that passes between threads. */
export interface WorkerFailure {
  /** `format`: the file is broken. `system`: the disk refused, `code` is the system's. `bug`: anything else. */
  readonly kind: 'format' | 'system' | 'bug';
  readonly message: string;
  readonly code?: string;
  readonly offset?: number;
  readonly stack?: string;
}

/** Converts an error for another thread. */
export function toWorkerFailure(error: unknown): WorkerFailure {
  if (error instanceof FormatError) {
    const { code, message, offset } = error;
    return { kind: 'format', code, message, ...(offset === undefined ? {} : { offset }) };
  }
  if (!(error instanceof Error)) return { kind: 'bug', message: String(error) };
  const stack = error.stack === undefined ? {} : { stack: error.stack };
  if ('code' in error && typeof error.code === 'string') {
    return { kind: 'system', code: error.code, message: error.message, ...stack };
  }
  return { kind: 'bug', message: error.message, ...stack };
}

/** Restores the error of a worker. */
export function restoreError(failure: WorkerFailure): Error {
  if (failure.kind === 'format') {
    // Workers send codes of FormatError only under this kind.
    const code = failure.code as FormatErrorCode;
    return new FormatError(code, failure.message, failure.offset === undefined ? {} : { offset: failure.offset });
  }
  const error = new Error(failure.message);
  if (failure.stack !== undefined) error.stack = failure.stack;
  return failure.code === undefined ? error : Object.assign(error, { code: failure.code });
}
