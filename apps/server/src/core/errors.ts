import type { ErrorKind } from '@lectern/contract';

/** An error that the caller may see. Any other error is a bug: status 500, details only in the log. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly kind: ErrorKind;
  /** Sent to the client. For validation, an array of `{path, message}`. */
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
