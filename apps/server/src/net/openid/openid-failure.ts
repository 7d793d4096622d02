import { FetchFailure } from '../fetch-failure.ts';

/** What went wrong: no answer, a refusal in the provider's own words, or an answer that fails a check. */
type OpenIdFailureKind = 'unreachable' | 'refused' | 'invalid';

/** A provider that does not answer, refuses, or answers with something that fails a check. The message is for admins. */
export class OpenIdFailure extends Error {
  override readonly name = 'OpenIdFailure';
  readonly kind: OpenIdFailureKind;

  constructor(kind: OpenIdFailureKind, message: string, cause?: unknown) {
    super(message, { cause });
    this.kind = kind;
  }
}

function findFetchFailure(error: unknown): FetchFailure | undefined {
  for (let one = error, depth = 0; one instanceof Error && depth < 5; one = one.cause, depth += 1) {
    if (one instanceof FetchFailure) return one;
  }
  return undefined;
}

/** Longer texts of a provider, or of the address that a browser came back to, are cut. */
const MAX_TEXT = 300;

/** The words of a refusal (RFC 6749, sections 4.1.2.1 and 5.2). The message of the library only says that there was one. */
function readRefusal(error: Error & { readonly error?: unknown; readonly error_description?: unknown }): string {
  const words = [error.error, error.error_description].filter((text) => typeof text === 'string');
  return words
    .join(': ')
    .replace(/\p{Cc}/gu, ' ')
    .slice(0, MAX_TEXT);
}

/** The innermost message says most: a library wraps its errors. */
function readInnermost(error: Error): string {
  let innermost = error;
  for (let depth = 0; innermost.cause instanceof Error && depth < 5; depth += 1) innermost = innermost.cause;
  return innermost.message;
}

/** The failure of a request or a check. */
export function toOpenIdFailure(error: unknown): OpenIdFailure {
  if (error instanceof OpenIdFailure) return error;
  const failed = findFetchFailure(error);
  if (failed !== undefined) return new OpenIdFailure('unreachable', failed.message, error);
  if (!(error instanceof Error)) return new OpenIdFailure('invalid', String(error), error);
  if (/^(ResponseBodyError|AuthorizationResponseError)$/.test(error.name)) {
    return new OpenIdFailure('refused', readRefusal(error), error);
  }
  return new OpenIdFailure('invalid', readInnermost(error), error);
}
