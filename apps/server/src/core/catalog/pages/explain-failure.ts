import { FormatError } from '@lectern/formats';
import { AppError } from '#core/errors.ts';
import type { BookFile } from '#db/repos/catalog/books.repo.ts';
import { UnansweredError } from '#files/opening/bounded-reads.ts';
import type { BookAnalyzer } from './book-analyzer.ts';
import { say } from '#words/say.ts';

/** What explaining a failure takes. */
interface AnalyzerContext {
  readonly analyzer: BookAnalyzer;
}

const RETRY_SECONDS = 2;

/** An error that tells the client to retry. */
export function retryLater(message: string, cause?: unknown): AppError {
  return new AppError('ServiceUnavailable', message, { details: { retryAfter: RETRY_SECONDS }, cause });
}

function readErrorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/**
 * Translates a read error: missing files and damaged entries become `NotFound`, a changed file is analysed again, and
 * other disk errors are temporary.
 * @param what for the message: `Page 3`
 * @throws {AppError} `NotFound` or `ServiceUnavailable`, else the error itself
 */
export async function explainFailure(
  ctx: AnalyzerContext,
  file: BookFile,
  what: string,
  error: unknown,
): Promise<never> {
  if (error instanceof FormatError && error.code === 'file.changed') {
    await ctx.analyzer.analyze(file.id, { background: false });
    throw retryLater(say('The file of this book changed, and the server read it again. Try again'), error);
  }
  if (error instanceof FormatError) {
    throw new AppError('NotFound', `${what} of book ${file.id} cannot be read: ${error.message}`, { cause: error });
  }
  if (error instanceof UnansweredError) {
    throw retryLater(say('This book cannot be read, because its disk does not answer. Try again'), error);
  }
  const code = readErrorCode(error);
  if (code === 'ENOENT' || code === 'ENOTDIR') {
    throw new AppError('NotFound', `The file of book ${file.id} is gone: "${file.path}"`, { cause: error });
  }
  if (code !== undefined && /^E[A-Z]+$/.test(code)) {
    throw retryLater(say('The file of this book cannot be read right now ({code})', { code }), error);
  }
  throw error;
}

/** Runs `read` and translates its errors. Throws as `explainFailure`. */
export async function explainFailures<Value>(
  ctx: AnalyzerContext,
  file: BookFile,
  what: string,
  read: () => Promise<Value>,
): Promise<Value> {
  try {
    return await read();
  } catch (error) {
    return await explainFailure(ctx, file, what, error);
  }
}
