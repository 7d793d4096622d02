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
  const isRefusal = error instanceof Error && /^(ResponseBodyError|AuthorizationResponseError)$/.test(error.name);
  const message = error instanceof Error ? readInnermost(error) : String(error);
  return new OpenIdFailure(isRefusal ? 'refused' : 'invalid', message, error);
}
