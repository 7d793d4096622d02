import type { ErrorKind } from '@lectern/contract';

/** Everything a caller can be told. Any other error is a bug: 500, and its cause stays in the log. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly kind: ErrorKind;
  /** Safe to show. Validation: an array of `{path, message}`. */
  readonly details: unknown;

  constructor(
    kind: ErrorKind,
    message: string,
    options: { readonly details?: unknown; readonly cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.kind = kind;
    this.details = options.details ?? null;
  }
}
